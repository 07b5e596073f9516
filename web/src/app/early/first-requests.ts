import { BOARD_BOX, CARD_BOX, GAME_BOX, type WideBox } from '../../lib/photo/photo-boxes.ts'
import { ADDRESSES } from './addresses.ts'

/** A list that a page's first screen requests. */
export interface FirstRequest {
  /** One of {@link ADDRESSES}. */
  address: string
  /** Requests a single row, as the client's `single()` does, not a list. */
  single?: true
  /** The picture at the top of the screen, from the first of its rows. */
  photo?: (rows: readonly Record<string, unknown>[]) => FirstPhoto | undefined
}

export interface FirstPhoto {
  url: unknown
  box: WideBox
}

/** For the bars around every page of a member. */
const SHELL: FirstRequest[] = [{ address: ADDRESSES.summary, single: true }, { address: ADDRESSES.video }]

/**
 * The requests of a page's first screen, by the first part of its address: the same as the page's `prepare` sends
 * through the client.
 * @param userId of the member; undefined for a guest.
 */
export function firstRequests(page: string, userId: string | undefined): readonly FirstRequest[] {
  return [...ofPage(page, userId), ...(userId === undefined ? [] : SHELL)]
}

function ofPage(page: string, userId: string | undefined): FirstRequest[] {
  if (page === '') return [{ address: ADDRESSES.blocks }, { address: ADDRESSES.homeCards }]
  if (userId === undefined) return []
  if (page === 'newsfeed')
    return [
      { address: ADDRESSES.standing, single: true },
      { address: ADDRESSES.feedCards, photo: ([first]) => first && { url: first.image_url, box: CARD_BOX } },
      { address: ADDRESSES.feed },
    ]
  if (page === 'games')
    return [
      {
        address: ADDRESSES.games,
        photo: (rows) => {
          // Games that have ended come last on the page.
          const first = rows.find(({ end_date }) => new Date(String(end_date)) > new Date())
          return first && { url: first.image_url, box: first.type === 'pick_swim' ? BOARD_BOX : GAME_BOX }
        },
      },
    ]
  return []
}
