# The Python package from R. RETICULATE_PYTHON names the Python in which resonance-hrv is installed.

library(reticulate)

rh <- import("resonance_hrv", convert = FALSE)
rr <- 850 + 40 * sin(0.55 * (0:399)) + 10 * cos(1.7 * (0:399))
table <- rh$hrv(rr)
reasons <- py_to_r(table$attrs["reasons"])[[1]]
frame <- as.data.frame(py_to_r(table$to_dict("list")))
cat("RMSSD", round(frame$HRV_RMSSD, 2), "ms; HRV_ULF is missing:", reasons$HRV_ULF, "\n")
