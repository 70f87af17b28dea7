# SPDX-License-Identifier: Apache-2.0
# What the exporting scripts share: a set as CSV with its class last, and the sets of a package. Needs `directory`.

export <- function(name, data, class) {
  data <- as.data.frame(data)
  known <- !is.na(class)
  data <- data[known, , drop = FALSE]
  nominal <- vapply(data, function(column) !is.numeric(column), logical(1))
  data[nominal] <- lapply(data[nominal], function(column) {
    ifelse(is.na(column), NA, paste0("v", gsub("[,\" ]", "_", as.character(column))))
  })
  data$class <- paste0("c", gsub("[,\" ]", "_", as.character(class[known])))
  file <- file.path(directory, paste0(name, ".csv"))
  write.csv(data, file, row.names = FALSE, quote = FALSE, na = "?")
}

of <- function(package, name) {
  place <- new.env()
  data(list = name, package = package, envir = place)
  place
}

without <- function(data, ...) data[setdiff(names(data), c(...))]
