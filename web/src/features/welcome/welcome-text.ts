import { usernameRefusal } from '../../data/profile/username-refusal.ts'
import { NotAllSaved, type WelcomePart } from '../../data/welcome/not-all-saved.ts'
import type { ToldGroup } from '../../data/welcome/welcome-mutations.ts'
import { displayLocale } from '../../lib/format.ts'

/** What the page can tell a member about, by the name of the group in the database. */
export const TOLD: Record<ToldGroup, { title: string; text: string }> = {
  games: { title: 'Games', text: 'When a game opens, or closes soon and you have not entered' },
  replies: { title: 'Comments and replies', text: 'On your posts, and on posts you have commented on' },
  mentions: { title: 'Mentions', text: 'When someone mentions you with @' },
}

export const DIGEST = {
  title: 'Weekly email',
  text: 'On Monday mornings, with what you have not read. Not sent if there is nothing new.',
}

const NAMES: Record<Exclude<WelcomePart, 'page'>, string> = {
  name: 'your username',
  unit: 'the unit of weights',
  zone: 'your time zone',
  told: 'what you like to hear of',
  digest: 'the weekly email',
}

/** Which parts were not saved. */
export function notSavedText(error: unknown): string {
  if (!(error instanceof NotAllSaved)) return 'Nothing was saved. Try again.'
  if (error.causes.has('page')) return 'Your choices are saved, but this page could not be closed. Try again.'
  const names = [...error.causes.keys()].flatMap((part) => (part === 'page' ? [] : NAMES[part]))
  const reason = usernameRefusal(error.causes.get('name'))
  const sentences = [
    `Not saved: ${inWords(names)}`,
    reason,
    error.isPart ? 'The rest is saved' : undefined,
    'Try again, or skip this for now.',
  ]
  return sentences.filter((sentence) => sentence !== undefined).join('. ')
}

const inWords = (names: readonly string[]) => names.join(', ').replace(/, ([^,]*)$/, ' and $1')

/** The reason why only the name was refused; undefined when there is more to tell. */
export const nameFault = (error: unknown): string | undefined =>
  error instanceof NotAllSaved && error.causes.size === 1 ? usernameRefusal(error.causes.get('name')) : undefined

/** A time zone in words, with the time there: `19:05 Greenwich Mean Time`; blank for one that the browser does not know. */
export function zoneText(zone: string, now: Date): string {
  try {
    return new Intl.DateTimeFormat(displayLocale(), {
      hour: 'numeric',
      minute: '2-digit',
      timeZone: zone,
      timeZoneName: 'long',
    }).format(now)
  } catch {
    return ''
  }
}
