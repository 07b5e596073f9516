import { connect } from 'node:net'
import { codeOf } from '../../kernel/errors.ts'

const ANSWER_MS = 1000

export interface MarkHolder {
  /** `leaving`: it closed the connection without an answer, as a process does while it ends. */
  state: 'candidate' | 'holder' | 'leaving'
  pid: string
  /** Name of its machine or container; empty when it sent none. */
  machine: string
}

/**
 * Asks the engine behind a socket file for its state.
 * @returns undefined when its process is gone. A process that is stopped or too busy to answer counts as a holder.
 * @throws the system's error when the file may not be opened.
 */
export function askMark(path: string): Promise<MarkHolder | undefined> {
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect(path)
    const done = (silent: MarkHolder['state']) => {
      socket.destroy()
      const [state, pid = 'unknown', machine = ''] = answer.trim().split(' ')
      resolve({ state: state === 'candidate' || state === 'holder' ? state : silent, pid, machine })
    }
    socket.once('connect', () => socket.setTimeout(ANSWER_MS, () => done('holder')))
    socket.on('data', (chunk) => {
      answer += chunk
    })
    socket.once('end', () => done('leaving'))
    socket.once('error', (error) => {
      const code = codeOf(error)
      if (code === 'ECONNREFUSED' || code === 'ENOENT') resolve(undefined)
      else if (code === 'ECONNRESET' || code === 'EPIPE') done('leaving')
      // The socket's queue is full.
      else if (code === 'EAGAIN') done('holder')
      else reject(error)
    })
  })
}
