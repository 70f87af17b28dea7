# SPDX-License-Identifier: Apache-2.0
# Writes data sets with which nothing was chosen for bases as CSV, the class last, of the R packages ddalpha, TH.data,
# modeldata, dslabs, caret, kernlab, survival, MASS, rpart, randomForest, carData and datasets (Debian: r-cran- and the
# name in small letters). Large ones are thinned. Factors are nominal: their levels get a letter in front, so that a
# reader sees text. Missing: ?
#
#   Rscript export-more-datasets.R directory
directory <- commandArgs(trailingOnly = TRUE)[1]

source(file.path(dirname(sub("--file=", "", grep("--file=", commandArgs(), value = TRUE))), "export.R"))

every <- function(data, step) as.data.frame(data)[seq(1, nrow(data), step), ]

# The last column is the class.
last <- function(name, data) export(name, data[-ncol(data)], data[[ncol(data)]])

named <- function(name, data, label) export(name, without(as.data.frame(data), label), data[[label]])

depth <- c(biomed = "biomed", blood = "bloodtransfusion", bupa = "bupa", haberman = "haberman", heart = "heart",
  liver = "indian_liver_patient_1vs2", segments = "segmentation", assistants = "tae", spine = "vertebral_column",
  kidney = "kidney", baby = "baby")
for (name in names(depth)) last(name, of("ddalpha", depth[[name]])[[depth[[name]]]])

named("glaucoma", of("TH.data", "GlaucomaM")$GlaucomaM, "Class")
named("wpbc", without(of("TH.data", "wpbc")$wpbc, "time"), "status")
named("jobs", every(without(of("modeldata", "hpc_data")$hpc_data, "day"), 3), "class")
named("penguins", of("modeldata", "penguins")$penguins, "species")
named("alzheimer", of("modeldata", "ad_data")$ad_data, "Class")
named("churn", every(without(of("modeldata", "mlc_churn")$mlc_churn, "state"), 3), "churn")
named("attrition", of("modeldata", "attrition")$attrition, "Attrition")
named("credit", every(of("modeldata", "credit_data")$credit_data, 3), "Status")
named("olive", without(of("dslabs", "olive")$olive, "region"), "area")
named("german", of("caret", "GermanCredit")$GermanCredit, "Class")
named("dhfr", of("caret", "dhfr")$dhfr, "Y")
mdrr <- of("caret", "mdrr")
export("mdrr", mdrr$mdrrDescr, mdrr$mdrrClass)
cox2 <- of("caret", "cox2")
export("cox2", cox2$cox2Descr, cox2$cox2Class)
named("musk", of("kernlab", "musk")$musk, "Class")
named("promoters", of("kernlab", "promotergene")$promotergene, "Class")
pbc <- of("survival", "pbc")$pbc
export("pbc", without(pbc, "id", "time", "status", "stage"), pbc$stage)
births <- of("MASS", "birthwt")$birthwt
export("births", without(births, "low", "bwt"), births$low)
survey <- of("MASS", "survey")$survey
export("survey", without(survey, "Smoke"), survey$Smoke)
stages <- of("rpart", "stagec")$stagec
export("stages", without(stages, "pgtime", "pgstat"), stages$pgstat)
cars <- of("randomForest", "imports85")$imports85
export("imports", without(cars, "symboling", "normalizedLosses"), cars$symboling)
named("election", of("carData", "BEPS")$BEPS, "vote")
named("plebiscite", of("carData", "Chile")$Chile, "vote")
named("work", of("carData", "Womenlf")$Womenlf, "partic")
infert <- of("datasets", "infert")$infert
export("infert", without(infert, "case", "stratum", "pooled.stratum"), infert$case)
