import type { HidingOutcome } from '../../../../contract/src/column-types.ts'
import { formatCount, formatPoints } from '../../lib/format.ts'

/** What became of posts that were to be hidden: `2 posts are hidden. 1 was already deleted.` */
export function hiddenText(outcomes: readonly HidingOutcome[]): string {
  const count = (outcome: HidingOutcome) => outcomes.filter((one) => one === outcome).length
  const [hidden, gone, own] = [count('hidden'), count('gone'), count('own')]
  return [
    hidden === 0 ? 'No post is hidden.' : `${formatCount(hidden, 'post is', 'posts are')} hidden.`,
    gone > 0 && `${formatPoints(gone)} ${gone === 1 ? 'was' : 'were'} already deleted.`,
    own > 0 && `${formatPoints(own)} ${own === 1 ? 'is' : 'are'} yours or concern you: another admin decides.`,
  ]
    .filter(Boolean)
    .join(' ')
}

/** What became of posts that were to be deleted. */
export const deletedText = (deleted: number, asked: number): string =>
  deleted === asked
    ? `${formatCount(deleted, 'post is', 'posts are')} deleted.`
    : `${formatPoints(deleted)} of ${formatCount(asked, 'post')} deleted. The others were already deleted, or are hidden and removed in Moderation.`
