import { afterAll, beforeAll, expect, it } from 'vitest'
import { textOf } from '../../../web/src/features/notifications/sentence.ts'
import { sentenceOf } from '../../functions/deliver/sentence.ts'
import { openSqlClub, type SqlClub } from '../support/sql-club.ts'

let club: SqlClub
beforeAll(async () => {
  club = await openSqlClub()
})
afterAll(() => club.close())

it('the app and its messages have the same text for every kind', async () => {
  const kinds = await club.query<{ name: string }>('select name from private.notification_kinds order by name')
  expect(kinds.length).toBeGreaterThan(20)
  for (const { name: kind } of kinds)
    for (const actorCount of [1, 2, 1_200]) {
      const actors = ['mel', 'tom']
        .slice(0, actorCount)
        .map((username) => ({ id: username, username, avatar_url: null }))
      const what = { kind, title: 'Stalker', excerpt: 'Well in', path: '/newsfeed/s' }
      const inApp = textOf({
        ...what,
        id: 'n',
        subjectId: 's',
        points: 5,
        left: 1,
        imageUrl: undefined,
        actors,
        actorCount,
        at: '2026-06-10T12:00:00Z',
        isRead: false,
      })
      const sent = sentenceOf({
        ...what,
        group: 'group',
        topic: 'topic',
        details: { points: 5, remaining_quantity: 1 },
        actors,
        actor_count: actorCount,
      })
      expect(sent, kind).toBe(inApp)
      expect(sent, kind).not.toBe('Stalker')
    }
})
