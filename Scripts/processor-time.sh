# Processor time by part of the work; for scripts to source.
#
# PROCESSOR_TIMES names a file to which `charged TITLE COMMAND...` adds a line: seconds of the processor of the command and
# of all that it has waited for, seconds that passed, and the title.

charged() { # TITLE, then a command
    local title=$1 status=0 times from=$SECONDS
    shift
    times=$(mktemp)
    # The command writes where it wrote before; only the report of `time` goes into the file.
    { TIMEFORMAT='%U %S'; time "$@" 2>&"$errors"; } {errors}>&2 2>"$times" || status=$?
    exec {errors}>&-
    if [ -n "${PROCESSOR_TIMES:-}" ]; then
        awk -v passed=$((SECONDS - from)) -v title="$title" 'END { printf "%.1f %d %s\n", $1 + $2, passed, title }' \
            "$times" >>"$PROCESSOR_TIMES"
    fi
    rm -f "$times"
    return $status
}
