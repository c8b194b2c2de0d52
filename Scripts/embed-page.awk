# Writes the files of the page as one Swift file, for the plugin of the build.
#
#     awk -f embed-page.awk FOLDER OUTPUT NAME...
#
# Each NAME is a path below FOLDER. Each file becomes a raw string, which compiles fast; the same files give the same
# text. Where a file cannot be part of the page, an error names it and nothing is written. Bytes that are not UTF-8
# are left to the compiler, which refuses them.

function fail(name, text) {
    print folder "/" name ": error: " text | "cat 1>&2"
    close("cat 1>&2")
    failed = 1
    exit 1
}

# What a browser is told that a file is.
function content_type(name) {
    if (name !~ /^[A-Za-z0-9.\/-]+$/) fail(name, "a name consists of letters, digits, hyphens, dots and slashes")
    if (name ~ /\.css$/) return "text/css; charset=utf-8"
    if (name ~ /\.html$/) return "text/html; charset=utf-8"
    if (name ~ /\.js$/) return "text/javascript; charset=utf-8"
    fail(name, "the page consists of .css, .html, .js; a further kind needs its content type in Scripts/embed-page.awk")
}

# A literal has one number sign more than the longest run of them in the text: nothing in the text ends it.
function marks_around(line, marks) {
    for (; match(line, /#+/); line = substr(line, RSTART + RLENGTH))
        while (length(marks) <= RLENGTH) marks = marks "#"
    return marks
}

# Puts the literal of a file behind what there is, and notes what the list of screens has to know.
function embed(name, number,    path, line, status, first, marks) {
    path = folder "/" name
    first = ++count
    marks = "#"
    while ((status = (getline line < path)) > 0) {
        if (index(line, "\r")) fail(name, "the file has carriage returns, which the compiler would change")
        marks = marks_around(line, marks)
        note(name, line)
        part[++count] = line
    }
    if (status < 0) fail(name, "the file cannot be read")
    close(path)
    part[first] = "\n    private static let file" number " = " marks "\"\"\""
    part[++count] = "\n\"\"\"" marks
}

function note(name, line) {
    if (name == "screens.js" && match(line, /import\("\.\/[A-Za-z0-9-]+\/screen\.js"\)/))
        listed[++screens] = substr(line, RSTART + 10, RLENGTH - 12)
    if (name ~ /\/screen\.js$/ && match(line, /^ *address: "\/[A-Za-z0-9\/:-]*",/)) {
        address[name] = substr(line, RSTART, RLENGTH - 1)
        sub(/^ *address: /, "", address[name])
        addresses[name]++
    }
}

# The screens' addresses, in the order of the list.
function screen_addresses(    i, name, text, taken) {
    if (!("screens.js" in has)) fail("screens.js", "the list of the page's screens is missing")
    if (!screens) fail("screens.js", "a screen is a line such as import(\"./history/screen.js\"),")
    for (i = 1; i <= screens; i++) {
        name = listed[i]
        if (!(name in has)) fail("screens.js", "there is no file " name)
        if (addresses[name] != 1)
            fail(name, "a screen has one line such as address: \"/history\", or \"/summary/:id\",")
        if (address[name] in taken) fail(name, "another screen has the address " address[name])
        taken[address[name]]
        delete unlisted[name]
        text = text (i > 1 ? ", " : "") address[name]
    }
    for (name in unlisted) fail(name, "screens.js lacks this screen: import(\"./" name "\"),")
    return text
}

BEGIN {
    folder = ARGV[1]
    output = ARGV[2]
    for (i = 3; i < ARGC; i++) {
        has[ARGV[i]]
        if (ARGV[i] ~ /\/screen\.js$/) unlisted[ARGV[i]]
        type[i] = content_type(ARGV[i])
        embed(ARGV[i], i - 3)
    }
    list = screen_addresses()
    print "// Written from the folder Page when the package is built.\n" > output
    print "extension PageFile {" > output
    print "    /// Addresses of the page's screens; a part such as `:id` is any." > output
    print "    static let screens: [String] = [" list "]\n" > output
    print "    /// Every file of the page, by its path below the folder `Page`." > output
    print "    static let all: [String: PageFile] = [" > output
    for (i = 3; i < ARGC; i++)
        print "        \"" ARGV[i] "\": PageFile(contentType: \"" type[i] "\", text: file" (i - 3) ")," > output
    print "    ]" > output
    for (i = 1; i <= count; i++) print part[i] > output
    print "}" > output
    if (close(output)) exit 1
    exit failed
}
