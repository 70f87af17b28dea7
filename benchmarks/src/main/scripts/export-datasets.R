# SPDX-License-Identifier: Apache-2.0
# Writes data sets of R's package mlbench (Debian: r-cran-mlbench) and iris as CSV, the class last.
# Factors are nominal: their levels get a letter in front, so that a reader sees text. Missing: ?
#
#   Rscript export-datasets.R directory
library(mlbench)
directory <- commandArgs(trailingOnly = TRUE)[1]

export <- function(name, data, label) {
  class <- as.character(data[[label]])
  data[[label]] <- NULL
  nominal <- vapply(data, is.factor, logical(1))
  data[nominal] <- lapply(data[nominal], function(column) {
    ifelse(is.na(column), NA, paste0("v", as.character(column)))
  })
  data$class <- class
  file <- file.path(directory, paste0(name, ".csv"))
  write.csv(data, file, row.names = FALSE, quote = FALSE, na = "?")
}

# Factors and logical columns that are 0 and 1.
binary <- function(data, label) {
  columns <- setdiff(names(data), label)
  data[columns] <- lapply(data[columns], function(column) {
    if (is.numeric(column)) column
    else if (is.logical(column)) as.integer(column)
    else as.integer(as.character(column))
  })
  data
}

for (name in c("Glass", "Vowel", "LetterRecognition", "Vehicle", "Zoo", "Satellite", "DNA", "Soybean")) {
  data(list = name)
}
data(iris)
export("glass", Glass, "Type")
export("vowel", Vowel, "Class")
export("letter", LetterRecognition, "lettr")
export("vehicle", Vehicle, "Class")
export("zoo", binary(Zoo, "type"), "type")
export("satellite", Satellite, "classes")
export("dna", binary(DNA, "Class"), "Class")
export("soybean", Soybean, "Class")
export("iris", iris, "Species")
