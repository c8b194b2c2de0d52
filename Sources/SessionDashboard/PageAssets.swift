enum PageAssets {
    static func asset(named name: String) -> (contentType: String, text: String)? {
        name == "index.html"
            ? ("text/html; charset=utf-8", "<!doctype html><title>Resonance</title>") : nil
    }
}
