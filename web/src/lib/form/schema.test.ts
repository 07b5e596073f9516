import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { resolverOf } from './resolver.ts'
import { maxOf, text } from './schema.ts'

const messageOf = (schema: z.ZodMiniType, value: unknown) => schema.safeParse(value).error?.issues[0]?.message

describe('a text', () => {
  const title = text(5, { missing: 'Title is required' })

  it('is sent without white space at its ends', () => {
    expect(title.parse('  Lake\n')).toBe('Lake')
  })

  it('is counted in characters, without that white space', () => {
    expect(title.safeParse(' 🐟🐟🐟🐟🐟 ').success).toBe(true)
    expect(messageOf(title, '🐟🐟🐟🐟🐟🐟')).toBe('Use 5 characters at most')
    expect(messageOf(text(1, { long: 'Too long' }), 'ab')).toBe('Too long')
  })

  it('may be blank unless the schema forbids it', () => {
    expect(messageOf(title, ' \t ')).toBe('Title is required')
    expect(text(5).parse('  ')).toBe('')
  })
})

it('has a maximum length that is read from the schema, in lists too, and is unknown elsewhere', () => {
  const schema = z.object({ title: text(100), points: z.string(), items: z.array(z.object({ name: text(7) })) })
  expect(maxOf(schema, 'title')).toBe(100)
  expect(maxOf(schema, 'items.3.name')).toBe(7)
  expect(maxOf(schema, 'points')).toBeUndefined()
  expect(maxOf(schema, 'nothing.here')).toBeUndefined()
})

describe('the errors of a form', () => {
  const schema = z
    .object({
      name: text(2, { missing: 'Missing' }),
      items: z.array(z.object({ name: text(2) })),
      from: z.string(),
      to: z.string(),
    })
    .check(z.refine(({ from, to }) => from < to, { path: ['to'], error: 'The end must be after the start' }))
  const resolve = (values: z.input<typeof schema>) =>
    Promise.resolve(resolverOf(schema)(values, undefined, { fields: {}, shouldUseNativeValidation: undefined }))

  it('appear once at each field, together with conflicts between two fields', async () => {
    const { errors } = await resolve({ name: ' ', items: [{ name: 'ok' }, { name: 'long' }], from: '2', to: '1' })
    expect(errors).toMatchObject({
      name: { message: 'Missing' },
      items: [undefined, { name: { message: 'Use 2 characters at most' } }],
      to: { message: 'The end must be after the start' },
    })
  })

  it('are absent from a valid form', async () => {
    expect((await resolve({ name: 'ab', items: [], from: '1', to: '2' })).errors).toEqual({})
  })
})
