/// Causes of the errors in a record, as seen in their drawings; written by hand.
enum DetectionCauses {
    static let summary = """
        The records with most faults of ours, and what is seen in the drawings of them. Nearly all \
        surplus detections are artefacts as steep and as high as a QRS complex of the record; nearly all \
        missed beats lie in noise, or are much lower than their neighbours, as the split early beats of \
        201 are.
        """

    static let byRecord = [
        "105": """
        Noise of moving electrodes from 20:00 to 22:30, larger than the beats: its steep flanks are \
        taken for beats, and the beats within it are missed. Where a missed beat and a surplus \
        detection lie 0.15 to 0.3 s apart, the beat was seen but an artefact beside it was placed in \
        its stead.
        """,
        "222": """
        An atrial rhythm of changing rate. Surplus: noise of muscles, and a wave of the atria \
        when the next beat is late. Missed: beats a third as high as those around them, one of them \
        in noise.
        """,
        "228": """
        Surplus detections only: bursts of muscle noise between two beats, of the height of its low \
        normal beats.
        """,
        "207": """
        Beside the flutter that is not scored: beats of low height right after a large wave of the \
        baseline, an edge of such a wave, and complexes so wide and notched that the detection lies \
        on another deflection than the annotation.
        """,
        "200": """
        Single spikes and bursts of muscle noise in the pauses behind ventricular beats; a P wave \
        or the like at the very start; one early beat between noise and a ventricular one.
        """,
        "201": """
        Early beats, often the second of two, whose QRS complex is split and a third as high as the \
        others, right behind a T wave; one beat all but invisible while the baseline drifts.
        """,
        "108": """
        P waves as high as the R waves and steeper: in noise of muscles and while the baseline rises \
        four of them were placed in the stead of the beat behind them. Two beats lie low on a fall of \
        the baseline, one in noise.
        """,
        "214": """
        The last two beats of a ventricular run that becomes slower and lower, down to a third of its \
        height. Two wide beats of two halves, one in noise; of a third one the first half is annotated \
        and the second detected, 0.2 s later.
        """,
    ]
}
