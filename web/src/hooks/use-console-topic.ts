import type { ConsoleTopic } from '../lib/live/use-admin-topic.ts'
import { useIsModerator } from './use-is-moderator.ts'

/** The live topic of the console that the viewer may follow. */
export function useConsoleTopic(): ConsoleTopic {
  return useIsModerator() ? 'moderation' : 'admin'
}
