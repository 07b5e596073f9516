import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { guest, type Persona, signUp } from '../../../test-support/personas.ts'
import { expectAllowed, expectDenied } from '../support/denied.ts'
import { type MemberArea, openMemberArea } from '../support/member-area.ts'

let area: MemberArea
let author: Persona
interface Found {
  kind: string
  id: string
  username: string
  excerpt: string
  path: string
}
beforeAll(async () => {
  area = await openMemberArea()
  author = await signUp(area.engine, { username: 'Tench Terry' })
})
afterAll(() => area.engine.close())

const search = async (query: string, reader: Persona = area.member): Promise<Found[]> =>
  expectAllowed(await reader.rpc('search', { query }))
const found = async (query: string, reader?: Persona) =>
  (await search(query, reader)).map(({ kind, id }) => `${kind} ${id}`)

async function post(content: string, writer = author) {
  const { data } = await writer.from('newsfeed_posts').insert({ content }).select('id').single().throwOnError()
  return data.id
}

async function comment(postId: string, content: string, writer = author) {
  const { data } = await writer
    .from('newsfeed_comments')
    .insert({ post_id: postId, content })
    .select('id')
    .single()
    .throwOnError()
  return data.id
}

describe('many hits', () => {
  interface Row extends Found {
    created_at: string
  }
  const older = async (query: string, { created_at, id }: Row, reader: Persona = area.member): Promise<Row[]> =>
    expectAllowed(await reader.rpc('search_older', { query, before: created_at, before_id: id }))

  it('follow page by page, each once and newest first, also those of the same moment', async () => {
    await area.engine.owner.query(
      `with posts as (
          insert into public.newsfeed_posts (user_id, content, created_at)
            select $1, 'Gudgeonpool ' || n, now() - make_interval(mins => n / 7) from generate_series(1, 60) as n
            returning id)
        insert into public.newsfeed_comments (post_id, user_id, content, created_at)
          select id, $1, 'Gudgeonpool again', now() - interval '3 minutes' from posts`,
      [author.user.id],
    )
    const seen: Row[] = (await search('gudgeonpool')) as Row[]
    expect(seen).toHaveLength(40)
    for (let last = seen.at(-1); last; ) {
      const page = await older('gudgeonpool', last)
      expect(page.length).toBeLessThanOrEqual(40)
      seen.push(...page)
      last = page.at(-1)
    }
    expect(new Set(seen.map(({ kind, id }) => kind + id)).size).toBe(120)
    expect(seen).toHaveLength(120)
    const order = seen.map(({ created_at, id }) => `${-Date.parse(created_at)} ${id}`)
    expect(seen.map(({ created_at }) => created_at)).toEqual(
      seen
        .map(({ created_at }) => created_at)
        .toSorted()
        .reverse(),
    )
    expect(new Set(order).size).toBe(120)
  })

  it('are for members only, and hold nothing of a suspended author', async () => {
    const [first] = (await search('gudgeonpool')) as Row[]
    if (!first) throw new Error('nothing found')
    const before = { query: 'gudgeonpool', before: first.created_at, before_id: first.id }
    expectDenied(await guest(area.engine).rpc('search_older', before))
    expect((await older('gudgeonpool', first)).length).toBe(40)
    await area.row('update public.profiles set is_suspended = true where id = $1', [author.user.id])
    expect(await older('gudgeonpool', first)).toEqual([])
    await area.row('update public.profiles set is_suspended = false where id = $1', [author.user.id])
    expect(await older('', first)).toEqual([])
  })
})

describe('words', () => {
  it('find posts and comments, newest first, with the address and the found words marked', async () => {
    const mist = await post('Mist over the zandermere at dawn, and not a bite')
    const reply = await comment(mist, 'The zandermere is always slow in November')
    const later = await post('Fishing the zandermere again')
    expect(await search('zandermere')).toMatchObject([
      { kind: 'post', id: later, path: `/newsfeed/${later}`, username: 'Tench Terry' },
      {
        kind: 'comment',
        id: reply,
        path: `/newsfeed/${mist}#comment-${reply}`,
        excerpt: expect.stringContaining('\u0001zandermere\u0002'),
      },
      { kind: 'post', id: mist },
    ])
  })

  it('must all occur, each as a beginning or in another form', async () => {
    const id = await post('Three quivertips were bending by the pollarded willows')
    for (const query of ['quivertip', 'quiver', 'Quivertips, willow!', 'bend quivert', `quivertip's`])
      expect(await found(query), query).toContain(`post ${id}`)
    expect(await found('quivertip oak')).not.toContain(`post ${id}`)
  })

  it('are found at each letter while they are typed, also where a beginning is no stem of theirs', async () => {
    const id = await post('Fishing the dawnmere with Withy')
    for (const query of ['f', 'fish', 'fishi', 'fishin', 'fishing', 'dawnmere wit', 'dawnmere with', 'dawnmere withy'])
      expect(await found(query), query).toContain(`post ${id}`)
    expect((await search('dawnmere fishi'))[0]).toMatchObject({
      excerpt: '\u0001Fishing\u0002 the \u0001dawnmere\u0002 with Withy',
    })
    expect(await found('dawnmere fishtank')).not.toContain(`post ${id}`)
  })

  it('are not found as a stem that only begins other words', async () => {
    const within = await post('Lucernmere lies within the county')
    const withies = await post('Lucernmere has many withies')
    expect(await found('lucernmere withy')).toEqual([`post ${withies}`])
    expect(await found('lucernmere withi')).toEqual([`post ${withies}`, `post ${within}`])
  })

  it('are found without words that say nothing, wherever these stand but at the end', async () => {
    const id = await post('Three rods out on eveningmere')
    expect(await found('the rods of eveningmere')).toEqual([`post ${id}`])
  })

  it('may be weights', async () => {
    const id = await post('Landed a 28.6 lb common, a 31.25lb mirror and a 9,5 kg grass carp on 15mm boilies')
    for (const query of ['28.6', '28.', '28', '28.6 lb', '31.25', '31.25lb', '31.2', '9,5 kg', '15mm'])
      expect(await found(query), query).toContain(`post ${id}`)
    expect(await found('28.7 lb common')).not.toContain(`post ${id}`)
  })

  it('are found with and without accents', async () => {
    const id = await post('Åse på brygga, with José and Strauß by Øster Sø')
    for (const query of ['ase brygga', 'Åse brygga', 'jose', 'JOSÉ', 'strauss', 'oster so'])
      expect(await found(query), query).toContain(`post ${id}`)
  })

  it('are taken literally, whatever signs they contain', async () => {
    for (const query of ['', ' ', `'`, `a' | b:*`, '!()&|<->:*\\', '%%%', 'x'.repeat(5000), '\u0001', '🐟', 'the'])
      expect(Array.isArray(await search(query)), query).toBe(true)
  })
})

describe('the part of a text that is shown', () => {
  /** With found words between brackets. */
  const shown = async (content: string, word: string) => {
    const id = await post(content)
    const excerpt = (await search(word)).find((hit) => hit.id === id)?.excerpt
    return excerpt?.replaceAll('\u0001', '[').replaceAll('\u0002', ']')
  }
  const words = (of: string) => Array.from({ length: 60 }, (_, at) => `${of}${at}`).join(' ')
  const [before, after] = [words('before'), words('after')]

  it('has an ellipsis where it was cut, and none at an end of the text', async () => {
    expect(await shown(`${before} tenchmere ${after}.`, 'tenchmere')).toMatch(
      /^…before\d+ .*\[tenchmere\].* after\d+…$/,
    )
    expect(await shown(`Breammere ${after}`, 'breammere')).toMatch(/^\[Breammere\] .* after\d+…$/)
    expect(await shown(`${before} rochmere.`, 'rochmere')).toMatch(/^…before\d+ .*\[rochmere\][.]?$/)
  })

  it('has none for the punctuation of a short text, for what looks like a tag, or in another script', async () => {
    for (const text of [
      '(Well) the perchmere, "mist" on it! 🎣',
      'By the <b>old</b> perchmere',
      '漁師の友達 perchmere 湖畔',
    ])
      expect(await shown(text, 'perchmere'), text).toMatch(/^[^…]*\[perchmere\][^…]*$/)
  })
})

describe('names', () => {
  it('find members by beginning, part and with a wrong letter, the best first', async () => {
    for (const query of ['tench ter', 'TERRY', 'tench tery'])
      expect(await found(query), query).toContain(`member ${author.user.id}`)
    expect((await search('tench terry'))[0]).toMatchObject({ kind: 'member', username: 'Tench Terry' })
    const jose = await signUp(area.engine, { username: 'José Núñez' })
    for (const query of ['jose', 'josé nu', 'NUNEZ'])
      expect(await found(query), query).toContain(`member ${jose.user.id}`)
    for (const query of ['t', '%', '_______'])
      expect(
        (await search(query)).filter(({ kind }) => kind === 'member'),
        query,
      ).toEqual([])
  })
})

describe('what the reader may not see', () => {
  it('is not found: posts of a suspended author, comments below them, and the author’s name', async () => {
    const hidden = await signUp(area.engine, { username: 'Gone Gudgeon' })
    const id = await post('A secretwater post', hidden)
    const below = await comment(id, 'A secretwater comment')
    const own = await post('My secretwater')
    const his = await comment(own, 'His secretwater', hidden)
    expect(await found('secretwater')).toEqual([`comment ${his}`, `post ${own}`, `comment ${below}`, `post ${id}`])
    await area.row('update public.profiles set is_suspended = true where id = $1', [hidden.user.id])
    expect(await found('secretwater')).toEqual([`post ${own}`])
    expect(await found('gone gudgeon')).toEqual([])
    await area.row('update public.profiles set is_suspended = false where id = $1', [hidden.user.id])
    expect(await found('secretwater')).toHaveLength(4)
    await area.row('delete from public.newsfeed_posts where id = $1', [id])
    expect(await found('secretwater')).toEqual([`comment ${his}`, `post ${own}`])
  })

  it('includes all posts and comments, for a suspended member', async () => {
    const id = await post('For readers of the lastwater')
    const reader = await signUp(area.engine)
    expect(await found('lastwater', reader)).toEqual([`post ${id}`])
    await area.row('update public.profiles set is_suspended = true where id = $1', [reader.user.id])
    expect(await found('lastwater', reader)).toEqual([])
  })

  it('cannot be searched by guests', async () => {
    expectDenied(await guest(area.engine).rpc('search', { query: 'carp' }))
  })
})
