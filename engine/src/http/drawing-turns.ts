const AT_ONCE = 2
const WAITING = 10

/**
 * Runs two drawings at once and lets ten wait for their turn; of each member one is drawn or waits.
 * @returns a function of the member and the drawing; it resolves to undefined when there is no place.
 */
export function createDrawingTurns() {
  const members = new Set<string>()
  const waiting: (() => void)[] = []
  let running = 0

  return async <T>(member: string, work: () => Promise<T>): Promise<T | undefined> => {
    if (members.has(member) || (running >= AT_ONCE && waiting.length >= WAITING)) return undefined
    members.add(member)
    try {
      if (running >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve))
      else running += 1
      try {
        return await work()
      } finally {
        // The place is passed on, so `running` does not change.
        const next = waiting.shift()
        if (next) next()
        else running -= 1
      }
    } finally {
      members.delete(member)
    }
  }
}
