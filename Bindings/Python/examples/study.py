"""A study in ten lines: recordings in a folder, conditions in a CSV, features, and a classifier with cross-validation.

    python study.py FOLDER conditions.csv        the CSV has the columns file and condition
"""

import sys

import pandas as pd
import resonance_hrv as rh
from sklearn.ensemble import RandomForestClassifier
from sklearn.model_selection import cross_val_score

folder, conditions = sys.argv[1:]
table = rh.analyze(folder)
table["name"] = table["file"].str.rsplit("/", n=1).str[-1]
study = table[table["error"].isna()].merge(pd.read_csv(conditions), left_on="name", right_on="file")
print(f"{table['error'].notna().sum()} of {len(table)} files could not be read")
features = study.filter(regex="^HRV_").dropna(axis="columns")
scores = cross_val_score(RandomForestClassifier(random_state=1), features, study["condition"], cv=5)
print(f"{features.shape[1]} features, accuracy {scores.mean():.2f}")
