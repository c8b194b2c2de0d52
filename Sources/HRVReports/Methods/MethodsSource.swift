import HRVFeatures

/// A publication that a methods paragraph may cite.
enum MethodsSource: Sendable {
    case taskForce, brennan, lomb, zechmeister, laguna, welch, burg, thomson, tarvainen, richman
    case pincus, peng, costa, bauer, porta
    case kubios, neurokit, pyhrv, hrvanalysis, physionet

    /// What the authors of a program ask to cite.
    init?(program title: String) {
        guard let dialect = Dialect.allCases.first(where: { $0.title == title }) else { return nil }
        switch dialect {
        case .taskForce: self = .taskForce
        case .kubios: self = .kubios
        case .neurokit: self = .neurokit
        case .pyhrv: self = .pyhrv
        case .hrvanalysis: self = .hrvanalysis
        case .physionet: self = .physionet
        }
    }

    var text: String {
        switch self {
        case .taskForce:
            "Task Force of the European Society of Cardiology and the North American Society of "
                + "Pacing and Electrophysiology 1996, Circulation 93:1043"
        case .brennan: "Brennan, Palaniswami and Kamen 2001, IEEE Trans. Biomed. Eng. 48:1342"
        case .lomb: "Lomb 1976, Astrophys. Space Sci. 39:447"
        case .zechmeister: "Zechmeister and Kürster 2009, Astron. Astrophys. 496:577"
        case .laguna: "Laguna, Moody and Mark 1998, IEEE Trans. Biomed. Eng. 45:698"
        case .welch: "Welch 1967, IEEE Trans. Audio Electroacoust. 15:70"
        case .burg: "Burg 1975, Maximum entropy spectral analysis, Stanford University"
        case .thomson: "Thomson 1982, Proc. IEEE 70:1055"
        case .tarvainen:
            "Tarvainen, Ranta-aho and Karjalainen 2002, IEEE Trans. Biomed. Eng. 49:172"
        case .richman: "Richman and Moorman 2000, Am. J. Physiol. 278:H2039"
        case .pincus: "Pincus 1991, Proc. Natl. Acad. Sci. USA 88:2297"
        case .peng: "Peng, Havlin, Stanley and Goldberger 1995, Chaos 5:82"
        case .costa: "Costa, Davis and Goldberger 2017, Front. Physiol. 8:255"
        case .bauer: "Bauer et al. 2006, Lancet 367:1674"
        case .kubios:
            "Tarvainen, Niskanen, Lipponen, Ranta-aho and Karjalainen 2014, Comput. Methods Programs "
                + "Biomed. 113:210"
        case .neurokit: "Makowski et al. 2021, Behav. Res. Methods 53:1689"
        case .pyhrv:
            "Gomes, Margaritoff and Silva 2019, pyHRV, Proc. Int. Conf. Electrical, "
                + "Electronic and Computing Engineering (IcETRAN)"
        case .hrvanalysis: "Champseix, Ribiere and Le Couedic 2021, J. Open Res. Softw. 9:28"
        case .physionet: "Vest et al. 2018, Physiol. Meas. 39:105004"
        case .porta: "Porta et al. 2001, IEEE Trans. Biomed. Eng. 48:1282"
        }
    }
}

/// Sources in the order in which they were first cited.
struct Citations: Sendable {
    private(set) var sources: [MethodsSource] = []

    /// The source's number in brackets.
    mutating func number(of source: MethodsSource) -> String {
        if !sources.contains(source) { sources.append(source) }
        let index = sources.firstIndex(of: source) ?? 0
        return "[\(index + 1)]"
    }
}
