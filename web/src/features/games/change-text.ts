import type { GameChange } from '../../data/games/game.ts'
import { formatMoment } from '../../lib/format.ts'
import { zoneName } from '../../lib/zone-name.ts'

/** When and how a game was corrected: `Changed on Sunday 22 November, 14:05 GMT: title (was “Crap”), points.` */
export function changeText({ at, changed, titleBefore, endBefore }: GameChange, now: Date): string {
  const was: Record<string, string | undefined> = {
    title: titleBefore === null ? undefined : `“${titleBefore}”`,
    end_date: endBefore === null ? undefined : zoned(endBefore, now),
  }
  const fields = changed.map((name) => {
    const before = was[name]
    return `${NAMES[name] ?? name}${before === undefined ? '' : ` (was ${before})`}`
  })
  return `Changed on ${zoned(at, now)}: ${fields.join(', ')}.`
}

const zoned = (at: string, now: Date) => `${formatMoment(at, now)} ${zoneName(at)}`.trim()

const NAMES: Record<string, string | undefined> = {
  title: 'title',
  description: 'description',
  image_url: 'picture',
  end_date: 'closing time',
  points: 'more points',
  prize: 'prize added',
}
