import type { PillTone } from '../../components/ui/pill.tsx'
import type { ConsolePost } from '../../data/newsfeed/console-post.ts'
import { formatCount } from '../../lib/format.ts'
import { pinText } from './pin-text.ts'

export interface PostState {
  name: string
  tone: PillTone
  /** A second line: what is left of the pin, or what waits. */
  more?: string | undefined
}

/** The state of a post in words. Hidden comes first: a hidden post is pinned nowhere. */
export function postState({ isHidden, pinnedUntil, reports }: ConsolePost, now: Date): PostState {
  const waits = reports > 0 ? formatCount(reports, 'report') : undefined
  if (isHidden) return { name: 'Hidden', tone: 'bad', more: waits }
  if (waits) return { name: 'Reported', tone: 'warn', more: waits }
  const left = pinnedUntil === null ? undefined : pinText(pinnedUntil, now)
  return left ? { name: 'Pinned', tone: 'ok', more: left } : { name: 'Published', tone: 'grey' }
}
