import { REALTIME_LIMITS } from './limits.ts'

/** Whether PostgreSQL can store a client's text as the name of a topic, an event or a presence, and it is short enough. */
export function isName(text: string): boolean {
  return text.length <= REALTIME_LIMITS.topicLength && !/[\0\p{Surrogate}]/u.test(text)
}
