import { GAME_COLUMNS } from '../../data/games/game.ts'
import { POST_COLUMNS } from '../../data/newsfeed/post.ts'
import { BOARD_BOX, CARD_BOX, GAME_BOX, type WideBox } from '../../lib/photo/photo-boxes.ts'

/** A listing that a page's first screen asks for. */
export interface FirstRequest {
  table: string
  query: readonly (readonly [name: string, value: string])[]
  /** The shape that is asked for when it is not a list, as the client's `single()` does. */
  accept?: 'application/vnd.pgrst.object+json'
  /** The picture that the first of its rows puts at the top of the screen. */
  photo?: (rows: readonly Record<string, unknown>[]) => FirstPhoto | undefined
}

export interface FirstPhoto {
  url: unknown
  box: WideBox
}

const columns = (list: string) => ['select', list.replace(/\s/g, '')] as const

const cards = (placement: string, photo?: FirstRequest['photo']): FirstRequest => ({
  table: 'info_cards',
  query: [
    columns('id, title, description, image_url, cta_text, cta_url'),
    ['placement', `eq.${placement}`],
    ['is_active', 'eq.true'],
    ['start_date', 'lte.now'],
    ['end_date', 'gte.now'],
    ['order', 'created_at.desc'],
  ],
  ...(photo && { photo }),
})

const profile = (userId: string, list: string): FirstRequest => ({
  table: 'profiles',
  query: [columns(list), ['id', `eq.${userId}`]],
  accept: 'application/vnd.pgrst.object+json',
})

/** For the bars around every page of a member. */
const shell = (userId: string): FirstRequest[] => [
  profile(userId, 'id, username, avatar_url, points, is_admin'),
  {
    table: 'live_videos',
    query: [
      columns('id, title, description, provider, video_id, scheduled_for'),
      ['is_active', 'eq.true'],
      ['limit', '1'],
    ],
  },
]

/**
 * What the first screen of a page asks for, by the first part of its address: the very requests that the page's
 * `prepare` makes through the client, which `first-requests.test.ts` compares.
 * @param userId of the member; undefined for a guest.
 */
export function firstRequests(page: string, userId: string | undefined): readonly FirstRequest[] {
  return [...ofPage(page, userId), ...(userId === undefined ? [] : shell(userId))]
}

function ofPage(page: string, userId: string | undefined): FirstRequest[] {
  if (page === '')
    return [
      { table: 'landing_content', query: [columns('section,title,description,image_url'), ['order', 'section.asc']] },
      cards('home'),
    ]
  if (userId === undefined) return []
  if (page === 'newsfeed')
    return [
      profile(userId, 'is_suspended'),
      cards('newsfeed', ([first]) => first && { url: first.image_url, box: CARD_BOX }),
      {
        table: 'newsfeed_posts',
        query: [
          columns(POST_COLUMNS),
          ['pinned_until', 'gt.now'],
          ['order', 'pinned_until.desc,created_at.desc'],
          ['limit', '50'],
        ],
      },
      {
        table: 'newsfeed_posts',
        query: [
          columns(POST_COLUMNS),
          ['or', '(pinned_until.is.null,pinned_until.lte.now)'],
          ['order', 'created_at.desc,id.desc'],
          ['limit', '20'],
        ],
      },
    ]
  if (page === 'games')
    return [
      {
        table: 'games',
        query: [
          columns(GAME_COLUMNS),
          ['status', 'eq.active'],
          ['own.user_id', `eq.${userId}`],
          ['order', 'start_date.desc,id.asc'],
        ],
        photo: (rows) => {
          // Lakes stand first.
          const lake = rows.find(({ type }) => type === 'pick_swim')
          if (lake) return { url: lake.image_url, box: BOARD_BOX }
          return rows[0] && { url: rows[0].image_url, box: GAME_BOX }
        },
      },
    ]
  return []
}
