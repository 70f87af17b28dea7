# SPDX-License-Identifier: Apache-2.0
# Writes data sets that had no part in choosing the categorical stage's defaults as CSV, the class last, of the R packages mlbench,
# MASS, caret, mclust, kernlab and ggplot2 (Debian: r-cran-mlbench r-cran-mass r-cran-caret r-cran-mclust r-cran-kernlab
# r-cran-ggplot2). Factors are nominal: their levels get a letter in front, so that a reader sees text. Missing: ?
#
#   Rscript export-fresh-datasets.R directory
directory <- commandArgs(trailingOnly = TRUE)[1]

source(file.path(dirname(sub("--file=", "", grep("--file=", commandArgs(), value = TRUE))), "export.R"))

numeric <- function(data) as.data.frame(lapply(data, function(column) as.numeric(as.character(column))))

breast <- of("mlbench", "BreastCancer")$BreastCancer
export("breast", numeric(without(breast, "Id", "Class")), breast$Class)
votes <- of("mlbench", "HouseVotes84")$HouseVotes84
export("votes", without(votes, "Class"), votes$Class)
ionosphere <- of("mlbench", "Ionosphere")$Ionosphere
export("ionosphere", numeric(without(ionosphere, "V2", "Class")), ionosphere$Class)
sonar <- of("mlbench", "Sonar")$Sonar
export("sonar", without(sonar, "Class"), sonar$Class)
pima <- of("mlbench", "PimaIndiansDiabetes")$PimaIndiansDiabetes
export("pima", without(pima, "diabetes"), pima$diabetes)
crabs <- of("MASS", "crabs")$crabs
export("crabs", without(crabs, "sp", "sex", "index"), paste0(crabs$sp, crabs$sex))
cars <- of("MASS", "Cars93")$Cars93
export("cars93", without(cars, "Manufacturer", "Model", "Make", "Type"), cars$Type)
oil <- of("caret", "oil")
export("oil", oil$fattyAcids, oil$oilType)
scat <- of("caret", "scat")$scat
export("scat", without(scat, "Species"), scat$Species)
cells <- of("caret", "segmentationData")$segmentationData
export("cells", without(cells, "Cell", "Case", "Class"), cells$Class)
thyroid <- of("mclust", "thyroid")$thyroid
export("thyroid", without(thyroid, "Diagnosis"), thyroid$Diagnosis)
glucose <- of("mclust", "diabetes")$diabetes
export("glucose", without(glucose, "class"), glucose$class)
income <- of("kernlab", "income")$income
export("income", without(income[seq(1, nrow(income), 3), ], "INCOME"), income$INCOME[seq(1, nrow(income), 3)])
spam <- of("kernlab", "spam")$spam
export("spam", without(spam, "type"), spam$type)
mpg <- of("ggplot2", "mpg")$mpg
export("mpg", without(as.data.frame(mpg), "model", "class"), mpg$class)
diamonds <- as.data.frame(of("ggplot2", "diamonds")$diamonds)
diamonds <- diamonds[seq(1, nrow(diamonds), 13), ]
export("diamonds", without(diamonds, "cut"), diamonds$cut)
