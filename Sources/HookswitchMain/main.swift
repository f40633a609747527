internal import HookswitchCLI

await HookswitchCommand.main()
