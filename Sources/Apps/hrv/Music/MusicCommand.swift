import ArgumentParser

/// `hrv music`: a library of one's own songs.
struct MusicCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "music",
        abstract: "Your own songs: tempo, energy and density, measured on this machine.",
        discussion: """
            Songs are found in folders, decoded by ffmpeg, and measured; what is kept is for its \
            owner alone, and nothing is sent anywhere. What you correct stays corrected, also when \
            files are moved, renamed or tagged anew.

            hrv music scan ~/Music
            hrv music songs --doubtful
            """,
        subcommands: [
            MusicScanCommand.self, MusicSongsCommand.self, MusicShowCommand.self,
            MusicFixCommand.self, MusicPlaylistsCommand.self, MusicDeleteCommand.self,
            MusicEvaluateCommand.self,
        ],
        defaultSubcommand: MusicSongsCommand.self)
}
