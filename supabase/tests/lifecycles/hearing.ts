import type { Said } from '../support/live-messages.ts'
import type { Cast } from './life.ts'

/** True when the viewer may join one of the topics; for the rights see supabase/tests/live/topic-rights.test.ts. */
export function heardBy(eye: string, said: Said[], { owner, party, area }: Cast): boolean {
  const selves: Record<string, string> = {
    M: area.member.user.id,
    O: owner.user.id,
    P: party.user.id,
    S: area.suspended.user.id,
    A: area.admin.user.id,
  }
  const topics = ['cards', 'leaderboard']
  if (eye !== 'G') topics.push('live', 'games', `member:${selves[eye]}`)
  if (eye !== 'G' && eye !== 'S') topics.push('feed')
  if (eye === 'A') topics.push('admin')
  return said.some(({ topic }) => topics.includes(topic) || (topic.startsWith('post:') && topics.includes('feed')))
}
