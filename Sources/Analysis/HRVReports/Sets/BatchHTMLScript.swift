/// The list of a hundred thousand recordings on a page: only the lines in sight are drawn.
enum BatchHTMLScript {
    /// The source of the script. It has no `<` and no `&`, which HTML and XML read differently
    /// inside a script.
    static let source = #"""

        (function () {
          "use strict";
          var data = JSON.parse(document.getElementById("data").textContent);
          var box = document.getElementById("list"), height = 34, size = data.size;
          var order = data.ids.map(function (id, place) { return place; }), shown = order, sorted = null, falling = false;
          // The table without scripts stays for paper.
          var paper = box.firstElementChild;
          var note = document.getElementById("shortened");
          function show(isPaper) {
            paper.hidden = !isPaper;
            rows.hidden = isPaper;
            if (note) { note.hidden = !isPaper; }
          }
          addEventListener("beforeprint", function () { show(true); });
          addEventListener("afterprint", function () { show(false); });
          function make(name, parent, text) {
            var element = document.createElement(name);
            if (text !== undefined) { element.textContent = text; }
            parent.appendChild(element);
            return element;
          }
          var tools = make("div", box);
          tools.className = "tools";
          var input = make("input", tools);
          input.type = "search";
          input.placeholder = "Find by name, file or code";
          input.setAttribute("aria-label", "Find recordings");
          var count = make("output", tools);
          var rows = make("div", box);
          rows.className = "rows";
          rows.tabIndex = 0;
          var sheet = make("div", rows);
          sheet.className = "sheet";
          var top = make("div", sheet);
          top.className = "line top";
          ["Recording"].concat(data.columns).forEach(function (name, index) {
            var button = make("button", top, name);
            button.type = "button";
            button.addEventListener("click", function () { sort(index - 1); });
          });
          var body = make("div", sheet);
          function number(value) { return value.toLocaleString("en"); }
          function sort(column) {
            falling = sorted === column ? !falling : false;
            sorted = column;
            var sign = falling ? -1 : 1;
            var values = 0 > column ? data.ids : data.values[column];
            order = data.ids.map(function (id, place) { return place; });
            order.sort(function (a, b) {
              var one = values[a], other = values[b];
              if (one === null) { return other === null ? a - b : 1; }
              if (other === null) { return -1; }
              return one === other ? a - b : (one > other ? sign : -sign);
            });
            Array.prototype.forEach.call(top.children, function (button, index) {
              button.setAttribute("aria-pressed", index - 1 === column);
              button.textContent = (["Recording"].concat(data.columns))[index]
                + (index - 1 === column ? (falling ? " \u2193" : " \u2191") : "");
            });
            find();
          }
          function find() {
            var word = input.value.toLowerCase();
            shown = order.filter(function (place) {
              if (data.ids[place].toLowerCase().includes(word)) { return true; }
              if ((data.paths[place] || "").toLowerCase().includes(word)) { return true; }
              return (data.failures[place] || "").includes(word);
            });
            rows.scrollTop = 0;
            draw();
          }
          function draw() {
            count.textContent = shown.length === data.ids.length
              ? number(shown.length) + " recordings"
              : number(shown.length) + " of " + number(data.ids.length) + " recordings";
            body.style.height = shown.length * height + "px";
            var first = Math.max(0, Math.floor(rows.scrollTop / height) - 10);
            var last = Math.min(shown.length, first + Math.ceil(rows.clientHeight / height) + 20);
            body.textContent = "";
            shown.slice(first, last).forEach(function (place, index) {
              var line = make("div", body);
              line.className = "line";
              line.style.top = (first + index + 1) * height + "px";
              var link = make("a", line, data.ids[place]);
              link.href = address(place);
              link.title = data.paths[place] || data.ids[place];
              if (data.failures[place]) {
                make("span", line, "failed: " + data.failures[place]).className = "failure";
              } else {
                data.values.forEach(function (column) {
                  make("span", line, column[place] === null ? "\u2013" : column[place]);
                });
              }
            });
          }
          function address(place) {
            var page = String(Math.floor(place / size));
            while (5 > page.length) { page = "0" + page; }
            return "recordings/" + page + ".html#r" + place % size;
          }
          rows.addEventListener("scroll", function () { requestAnimationFrame(draw); });
          addEventListener("resize", draw);
          input.addEventListener("input", find);
          show(false);
          draw();
        })();
        """#

    /// The numbers that the script shows, as JSON that is no script.
    static func data(_ entries: [BatchHTMLEntry]) -> Markup {
        let columns = BatchHTMLColumn.listedIndices.map { BatchHTMLColumn.all[$0] }
        var text = "{\"size\":\(BatchHTMLPage.size),\"columns\":["
        text += columns.map { quoted($0.unit.isEmpty ? $0.title : "\($0.title) \($0.unit)") }
            .joined(separator: ",")
        text += "],\"ids\":[" + entries.map { quoted($0.id) }.joined(separator: ",")
        text += "],\"paths\":["
        text += entries.map { $0.path == $0.id ? "\"\"" : quoted($0.path) }.joined(separator: ",")
        text += "],\"failures\":["
        text += entries.map { entry in
            quoted(entry.failureCode ?? "")
        }.joined(separator: ",")
        text += "],\"values\":["
        text += zip(BatchHTMLColumn.listedIndices, columns).map { index, column in
            let cells = entries.map { entry -> String in
                guard index < entry.values.count, let value = entry.values[index],
                    value.isFinite
                else { return "null" }
                return ReportNumber.fourSignificantDigits(column.shown(value))
            }
            return "[\(cells.joined(separator: ","))]"
        }.joined(separator: ",")
        return Markup(json: text + "]}", id: "data")
    }

    /// A text in JSON that stands inside a page: signs that open tags are written as their numbers.
    private static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": result += "\\\(scalar)"
            case _ where Self.needsNumericEscape(scalar):
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }

    private static func needsNumericEscape(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value)
            || ["<", ">", "&", "\u{2028}", "\u{2029}", "\u{FFFE}", "\u{FFFF}"].contains(scalar)
    }
}
