import HRVFeatures

/// A publication that a methods paragraph may cite.
enum MethodsSource: Sendable {
    case taskForce, brennan, lomb, zechmeister, laguna, welch, burg, thomson, tarvainen, richman
    case feichtinger, janssen
    case pincus, peng, costa, bauer, porta, chen, multiscale, composite, kantelhardt, higuchi, katz
    case lipponen, malik, kamath, karlsson, acar, berntson, moody
    case lempelZiv, grassberger, webber, guzik, baevsky, porges, schmidt, politis
    case kubios, neurokit, pyhrv, hrvanalysis, physionet

    /// Creates the source that the authors of a program ask to cite.
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

    /// Source of a rule that finds artefacts; nil for one of no publication.
    init?(rule name: String) {
        let sources: [(prefix: String, source: MethodsSource)] = [
            ("lipponen", .lipponen), ("kubios", .kubios), ("malik", .malik), ("kamath", .kamath),
            ("karlsson", .karlsson), ("acar", .acar), ("berntson", .berntson),
            ("physionet", .moody), ("range", .hrvanalysis),
        ]
        guard let source = sources.first(where: { name.hasPrefix($0.prefix) })?.source else {
            return nil
        }
        self = source
    }

    var text: String {
        switch self {
        case .lipponen: "Lipponen and Tarvainen 2019, J. Med. Eng. Technol. 43:173"
        case .malik: "Malik et al. 1989, Eur. Heart J. 10:1060"
        case .kamath:
            "Kamath and Fallen 1995, in Malik and Camm (eds.), Heart Rate Variability, Futura"
        case .karlsson: "Karlsson et al. 2012, Biomed. Eng. Online 11:2"
        case .acar: "Acar et al. 1999, Comput. Biomed. Res. 32:492"
        case .berntson: "Berntson, Quigley, Jang and Boysen 1990, Psychophysiology 27:586"
        case .moody: "Moody 1993, Comput. Cardiol. 20:381"
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
        case .feichtinger: "Feichtinger, Gröchenig and Strohmer 1995, Numer. Math. 69:423"
        case .janssen:
            "Janssen, Veldhuis and Vries 1986, IEEE Trans. Acoust. Speech Signal Process. 34:317"
        case .pincus: "Pincus 1991, Proc. Natl. Acad. Sci. USA 88:2297"
        case .peng: "Peng, Havlin, Stanley and Goldberger 1995, Chaos 5:82"
        case .costa: "Costa, Davis and Goldberger 2017, Front. Physiol. 8:255"
        case .bauer: "Bauer et al. 2006, Lancet 367:1674"
        case .chen: "Chen, Wang, Xie and Yu 2007, IEEE Trans. Neural Syst. Rehabil. Eng. 15:266"
        case .multiscale: "Costa, Goldberger and Peng 2002, Phys. Rev. Lett. 89:068102"
        case .composite: "Wu, Wu, Lin, Lee and Peng 2014, Phys. Lett. A 378:1369"
        case .kantelhardt: "Kantelhardt et al. 2002, Physica A 316:87"
        case .higuchi: "Higuchi 1988, Physica D 31:277"
        case .katz: "Katz 1988, Comput. Biol. Med. 18:145"
        case .lempelZiv: "Lempel and Ziv 1976, IEEE Trans. Inf. Theory 22:75"
        case .grassberger: "Grassberger and Procaccia 1983, Physica D 9:189"
        case .webber: "Webber and Zbilut 1994, J. Appl. Physiol. 76:965"
        case .guzik: "Piskorski and Guzik 2011, Physiol. Meas. 32:1011"
        case .baevsky: "Baevsky and Chernikova 2017, Cardiometry 10:66"
        case .porges: "Lewis, Furman, McCool and Porges 2012, Biol. Psychol. 89:349"
        case .schmidt: "Schmidt et al. 1999, Lancet 353:1390"
        case .politis: "Politis and White 2004, Econom. Rev. 23:53"
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
