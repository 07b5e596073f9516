/** Options for asking questions together. */
export interface TogetherOptions<Question, Answer> {
  /** Questions with the same key have the same answer: those that wait together are asked once. */
  keyOf(question: Question): string
  /** Only questions of one group can be asked together. */
  groupOf(question: Question): string
  /**
   * Asks several questions of one group.
   * @returns an answer for each, in their order; an error refuses that question only.
   */
  ask(questions: readonly Question[]): Promise<readonly (Answer | Error)[]>
  /** Whether one question may have made the others fail: then each is asked alone. */
  mayBeOnesFault(error: unknown): boolean
  /** Questions asked together at most. */
  most: number
  /** Concurrent calls of `ask`. */
  atOnce: number
}

interface Waiting<Question, Answer> {
  question: Question
  answer: Promise<Answer>
  resolve(answer: Answer): void
  reject(error: unknown): void
}

/**
 * Collects questions that arrive while others are being asked, and asks them in one call. A question is never answered
 * by a call that began before it arrived, because that answer may be out of date.
 */
export function askTogether<Question, Answer>(
  options: TogetherOptions<Question, Answer>,
): (question: Question) => Promise<Answer> {
  type One = Waiting<Question, Answer>
  /** By group and key. */
  const waiting = new Map<string, Map<string, One>>()
  /** Questions of calls that failed. */
  const alone: One[] = []
  let running = 0
  let isPlanned = false
  let wasAlone = false

  const next = (): One[] => {
    const [group] = waiting
    // In turn, so that neither delays the other.
    if (group === undefined || (alone.length > 0 && !wasAlone)) {
      wasAlone = true
      return alone.splice(0, 1)
    }
    wasAlone = false
    const [name, questions] = group
    // To the end: other groups come first next time.
    waiting.delete(name)
    const taken = [...questions].slice(0, options.most)
    for (const [key] of taken) questions.delete(key)
    if (questions.size > 0) waiting.set(name, questions)
    return taken.map(([, one]) => one)
  }

  const run = async (batch: readonly One[]) => {
    running += 1
    try {
      const answers = await options.ask(batch.map(({ question }) => question))
      for (const [place, { resolve, reject }] of batch.entries()) {
        const answer = answers[place]
        if (answer === undefined || answer instanceof Error) reject(answer ?? new Error('a question got no answer'))
        else resolve(answer)
      }
    } catch (error) {
      if (batch.length > 1 && options.mayBeOnesFault(error)) alone.push(...batch)
      else for (const { reject } of batch) reject(error)
    } finally {
      running -= 1
      plan()
    }
  }

  // After the turn in which the first question arrives: sockets that are read in one turn ask together.
  const plan = () => {
    if (isPlanned) return
    isPlanned = true
    setImmediate(() => {
      isPlanned = false
      while (running < options.atOnce && waiting.size + alone.length > 0) void run(next())
    })
  }

  return (question) => {
    const name = options.groupOf(question)
    const key = options.keyOf(question)
    const group = waiting.get(name) ?? new Map<string, One>()
    const known = group.get(key)
    if (known) return known.answer
    const one = waitingFor<Question, Answer>(question)
    waiting.set(name, group.set(key, one))
    plan()
    return one.answer
  }
}

function waitingFor<Question, Answer>(question: Question): Waiting<Question, Answer> {
  let [resolve, reject]: [(answer: Answer) => void, (error: unknown) => void] = [() => {}, () => {}]
  const answer = new Promise<Answer>((...both) => {
    ;[resolve, reject] = both
  })
  return { question, answer, resolve, reject }
}
