# A table of metrics in R, from the command line tool: one JSON object a line becomes one row of a data frame.
#
#     Rscript Bindings/R/example.R hrv FOLDER

library(jsonlite)

hrv <- function(paths, ..., tool = "hrv") {
  lines <- system2(tool, c("analyze", shQuote(paths), "--ndjson", "--quiet", ...), stdout = TRUE)
  rows <- lapply(lines, function(line) {
    row <- fromJSON(line)
    # A missing number is NULL; its reason is in row$reasons.
    numbers <- grepl("^(HRV_|start_s|duration_s|n_beats|coverage|artefact_pct)", names(row))
    as.data.frame(c(list(file = row$file), lapply(row[numbers], function(x) if (is.null(x)) NA else x)))
  })
  do.call(rbind, rows)
}

arguments <- commandArgs(trailingOnly = TRUE)
table <- hrv(arguments[2], tool = arguments[1])
table$name <- basename(table$file)
print(table[, c("name", "n_beats", "HRV_MeanNN", "HRV_RMSSD")], row.names = FALSE)
cat("rows:", nrow(table), "without HRV_ULF:", sum(is.na(table$HRV_ULF)), "\n")
