import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { storedFile } from '../../../test-support/stored-file.ts'
import { expectAllowed, expectError } from '../support/denied.ts'
import { type MemberArea, openMemberArea } from '../support/member-area.ts'
import { carpOfTheWeek, stored } from './pictures.ts'

let area: MemberArea
beforeAll(async () => {
  area = await openMemberArea()
})
afterAll(() => area.engine.close())

const FILE = '1700000000000.jpg'
const HOSTS = ['http://127.0.0.1:3000', 'https://old.club.example', 'https://[2001:db8::1]:8443', '']

describe('the address of a member’s picture', () => {
  it.each(HOSTS)('is stored without its host: %s', async (host) => {
    const { member, row } = area
    const { id } = member.user
    const address = (bucket: string) => stored(bucket, `${id}/${FILE}`)
    for (const bucket of ['avatars', 'fishing-photos', 'newsfeed-images', 'game-photos'])
      await storedFile(area.engine, bucket, id, FILE)
    const changed = expectAllowed(
      await member
        .from('profiles')
        .update({ avatar_url: host + address('avatars'), fishing_photos: [host + address('fishing-photos')] })
        .eq('id', id)
        .select('avatar_url, fishing_photos')
        .single(),
    )
    expect(changed).toEqual({ avatar_url: address('avatars'), fishing_photos: [address('fishing-photos')] })
    const { data: own } = await member.rpc('my_data')
    expect((own as { profile: object }).profile).toMatchObject(changed)

    const post = { user_id: id, content: randomUUID(), image_url: host + address('newsfeed-images') }
    expect(expectAllowed(await member.from('newsfeed_posts').insert(post).select('image_url').single()).image_url).toBe(
      address('newsfeed-images'),
    )

    const entry = { game_id: await carpOfTheWeek(area), user_id: id, photo_url: host + address('game-photos') }
    expectAllowed(await member.from('game_entries').insert(entry).select('id'))
    expect(await row('select photo_url from public.game_entries where game_id = $1', [entry.game_id])).toEqual({
      photo_url: address('game-photos'),
    })
  })

  it('must be a file in the member’s own folder', async () => {
    const { member, other, row } = area
    const { id } = member.user
    const own = stored('avatars', `${id}/${FILE}`)
    const foreign = [
      'https://tracker.example/pixel.png',
      `https://tracker.example/?x=${own}`,
      `https://tracker.example/a${own}`,
      `//tracker.example${own}`,
      `/elsewhere${own}`,
      stored('avatars', `${other.user.id}/${FILE}`),
      stored('avatars', `${id}/../${other.user.id}/${FILE}`),
      stored('fishing-photos', `${id}/${FILE}`),
      `${own}?x=1`,
      `javascript:${own}`,
    ]
    for (const avatar_url of foreign)
      expectError(await member.from('profiles').update({ avatar_url }).eq('id', id).select('id'), '23514')
    for (const photo of foreign.slice(0, 6)) {
      const profile = { fishing_photos: [photo] }
      expectError(await member.from('profiles').update(profile).eq('id', id).select('id'), '23514')
      const post = { user_id: id, content: randomUUID(), image_url: photo }
      expectError(await member.from('newsfeed_posts').insert(post).select('id'), '23514')
      const entry = { game_id: await carpOfTheWeek(area), user_id: id, photo_url: photo }
      expectError(await member.from('game_entries').insert(entry).select('id'), '23514')
    }
    const kept = await row('select avatar_url, fishing_photos from public.profiles where id = $1', [id])
    expect(JSON.stringify(kept)).not.toContain('tracker.example')
  })
})

describe('a picture chosen by an admin', () => {
  const FORMS = [
    `https://club.example${stored('games-images', `x/${FILE}`)}`,
    `HTTPS://evil.example${stored('games-images', `x/${FILE}`)}?width=300`,
    `http://127.0.0.1:3000/storage/v1/render/image/public/games-images/x/${FILE}?width=640&resize=contain`,
    `${stored('games-images', `x/${FILE}`)}#top`,
  ]

  it.each(FORMS)('is stored without its host when it is the site’s own: %s', async (image_url) => {
    const { admin, row } = area
    const own = { image_url: stored('games-images', await storedFile(area.engine, 'games-images', 'x', FILE)) }
    const dates = { start_date: new Date().toISOString(), end_date: new Date(Date.now() + 86_400_000).toISOString() }
    const game = { type: 'carp_of_week', title: 'Carp', status: 'draft', image_url, ...dates }
    expect(expectAllowed(await admin.from('games').insert(game).select('image_url').single())).toEqual(own)
    const card = { title: 'Card', placement: 'home', image_url, ...dates }
    expect(expectAllowed(await admin.from('info_cards').insert(card).select('image_url').single())).toEqual(own)
    const box = await row(`insert into public.prize_packages (name) values ('Net') returning id`)
    const item = { package_id: box?.id, title: 'Net', type: 'physical', quantity: 1, image_url }
    expect(expectAllowed(await admin.from('prize_items').insert(item).select('image_url').single())).toEqual(own)
    const hero = admin.from('landing_content').update({ image_url }).eq('section', 'hero').select('image_url').single()
    expect(expectAllowed(await hero)).toEqual(own)
  })

  it('may be another address, but never a script', async () => {
    const { admin } = area
    const hero = (image_url: string) =>
      admin.from('landing_content').update({ image_url }).eq('section', 'hero').select('image_url').single()
    expect(expectAllowed(await hero('/art/hero.svg')).image_url).toBe('/art/hero.svg')
    expectError(await hero(`javascript:alert(1)//${stored('games-images', `x/${FILE}`)}`), '23514')
  })
})
