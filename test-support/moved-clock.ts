/**
 * The variables with which libfaketime has moved this process's clock, for a child that inherits no environment;
 * undefined when the clock is the machine's. `npm run test:clock` sets them.
 */
export function movedClock(): Record<string, string> | undefined {
  const { LD_PRELOAD, FAKETIME, FAKETIME_DONT_FAKE_MONOTONIC, NO_FAKE_STAT } = process.env
  if (!LD_PRELOAD || !FAKETIME || !FAKETIME_DONT_FAKE_MONOTONIC || !NO_FAKE_STAT) return undefined
  return { LD_PRELOAD, FAKETIME, FAKETIME_DONT_FAKE_MONOTONIC, NO_FAKE_STAT }
}
