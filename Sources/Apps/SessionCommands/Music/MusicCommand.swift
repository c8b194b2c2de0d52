import ArgumentParser
import CommandSupport

/// `hrv music`: a library of one's own songs.
struct MusicCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "music",
        abstract: "Your own songs: what they are like, what came after them, and which is next.",
        discussion: """
            Songs are found in folders, decoded by ffmpeg, and measured; what is kept is for its \
            owner alone, and nothing is sent anywhere. What you correct stays corrected, also when \
            files are moved, renamed or tagged anew.

            hrv music scan ~/Music
            hrv music songs --doubtful
            hrv music import scrobbles.csv
            hrv music next --count 5
            """,
        subcommands: [
            MusicScanCommand.self, MusicSongsCommand.self, MusicShowCommand.self,
            MusicFixCommand.self, MusicPlaylistsCommand.self, MusicPlayCommand.self,
            MusicStateCommand.self, MusicNextCommand.self, MusicWhyCommand.self,
            MusicMoodCommand.self, MusicContextCommand.self, MusicThumbCommand.self,
            MusicNudgeCommand.self, MusicPreviousCommand.self,
            MusicSettingsCommand.self, MusicStatusCommand.self, MusicHistoryCommand.self,
            MusicLearnCommand.self, MusicImportCommand.self, MusicExportCommand.self,
            MusicDeleteCommand.self, MusicEvaluateCommand.self,
        ],
        defaultSubcommand: MusicSongsCommand.self)
}
