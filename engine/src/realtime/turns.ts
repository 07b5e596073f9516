/**
 * Lets a limited number of tasks begin in each turn of the event loop, in the order in which they came, so that other
 * work waits for a few of them only.
 * @returns a function to await before each task; undefined when it may begin at once.
 */
export function createTurns(perTurn: number): () => Promise<void> | undefined {
  const waiting: (() => void)[] = []
  let left = perTurn
  let isPlanned = false

  const plan = () => {
    if (isPlanned) return
    isPlanned = true
    setImmediate(() => {
      isPlanned = false
      const begun = waiting.splice(0, perTurn)
      left = perTurn - begun.length
      for (const begin of begun) begin()
      if (begun.length > 0) plan()
    })
  }

  return () => {
    plan()
    if (left > 0 && waiting.length === 0) {
      left -= 1
      return undefined
    }
    return new Promise((resolve) => waiting.push(resolve))
  }
}
