import { describe, expect, it } from 'vitest'
import { createPasswordHashers, limitConcurrency, passwordsAtOnce } from './password-hasher.ts'

describe('password hasher', () => {
  const hasher = createPasswordHashers()('192.0.2.1')

  it('writes $2a$ at cost 10 and accepts the password', async () => {
    const hash = await hasher.hash('secret-ü')
    expect(hash).toMatch(/^\$2a\$10\$/)
    expect(await hasher.verify('secret-ü', hash)).toBe(true)
    expect(await hasher.verify('secret-u', hash)).toBe(false)
  })

  it('accepts a hash that PostgreSQL or another library wrote under its own prefix', async () => {
    const hash = await hasher.hash('secret-1')
    expect(await hasher.verify('secret-1', hash.replace('$2a$', '$2b$'))).toBe(true)
  })

  it('tells a password apart from its first 72 bytes and from the part before a NUL', async () => {
    const long = 'x'.repeat(72)
    const hash = await hasher.hash(long)
    expect(await hasher.verify(`${long}y`, hash)).toBe(false)
    expect(await hasher.verify('secret-1\0more', await hasher.hash('secret-1'))).toBe(false)
  })

  it('accepts no password without a usable hash, and takes as long', async () => {
    const started = performance.now()
    expect(await hasher.verify('secret-1', undefined)).toBe(false)
    expect(await hasher.verify('secret-1', 'not a hash')).toBe(false)
    expect(performance.now() - started).toBeGreaterThan(20)
  })
})

describe('limited concurrency', () => {
  it.each([
    [1, 1],
    [2, 1],
    [3, 2],
    [64, 2],
  ])('on %i processors checks at most %i passwords at once', (processors, atOnce) => {
    expect(passwordsAtOnce(processors)).toBe(atOnce)
  })

  it('runs two at once, queues further ones and refuses those beyond the queue', async () => {
    const limited = limitConcurrency(2, 1)
    const running = { now: 0, most: 0 }
    let open = () => {}
    const gate = new Promise<void>((resolve) => {
      open = resolve
    })
    const work = async () => {
      running.most = Math.max(running.most, ++running.now)
      await gate
      running.now--
    }
    const accepted = [limited('a', work), limited('b', work), limited('c', work)]
    await expect(limited('d', work)).rejects.toMatchObject({ status: 503, code: 'overload' })
    open()
    await Promise.all(accepted)
    expect(running.most).toBe(2)
    await expect(limited('a', async () => 'free again')).resolves.toBe('free again')
  })

  it('lets the clients take turns', async () => {
    const limited = limitConcurrency(1, 10)
    const order: string[] = []
    const tasks = ['a', 'a', 'a', 'b', 'a', 'c', 'b'].map((client) => limited(client, async () => order.push(client)))
    await Promise.all(tasks)
    expect(order.join('')).toBe('aabcaba')
  })

  it('makes room in a full queue at the cost of the client that has most in it', async () => {
    const limited = limitConcurrency(1, 3)
    const order: string[] = []
    const task = (client: string, name: string) =>
      limited(client, async () => order.push(name)).catch(({ code }) => order.push(`${name}: ${code}`))
    await Promise.all([
      ...['a1', 'a2', 'a3', 'a4', 'a5'].map((name) => task('a', name)),
      task('b', 'b1'),
      task('c', 'c1'),
      task('c', 'c2'),
    ])
    const isRefused = (name: string) => name.endsWith(': overload')
    expect(order.filter(isRefused)).toEqual(['a5', 'c2', 'a4', 'a3'].map((name) => `${name}: overload`))
    expect(order.filter((name) => !isRefused(name))).toEqual(['a1', 'a2', 'b1', 'c1'])
  })

  it('frees a slot when a task fails', async () => {
    const limited = limitConcurrency(1, 0)
    await expect(limited('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    await expect(limited('a', async () => 1)).resolves.toBe(1)
  })
})
