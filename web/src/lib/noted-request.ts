import type { BanksideClient } from './supabase.ts'

/**
 * The address of a request, found without the client's code: the unencoded parts that supabase-js would use.
 * @returns table and query, such as `games?select=id&status=eq.active`.
 * @throws {TypeError} when the request uses a method that the first screens do not use.
 */
export function noteRequest(request: (client: BanksideClient) => unknown): string {
  const query = new Map<string, string>()
  let table = ''
  const add = (name: string, value: unknown) => {
    if (query.has(name)) throw new TypeError(`two conditions on ${name}`)
    query.set(name, String(value))
    return client
  }
  const filter = (operator: string) => (column: string, value: unknown) => add(column, `${operator}.${value}`)
  const client = {
    from: (name: string) => {
      table = name
      return client
    },
    select: (columns: string) => add('select', columns.replace(/\s/g, '')),
    eq: filter('eq'),
    gt: filter('gt'),
    gte: filter('gte'),
    lte: filter('lte'),
    or: (filters: string) => add('or', `(${filters})`),
    order: (column: string, { ascending = true } = {}) => {
      const before = query.get('order')
      query.set('order', `${before ? `${before},` : ''}${column}.${ascending ? 'asc' : 'desc'}`)
      return client
    },
    limit: (rows: number) => add('limit', rows),
    rpc: (name: string, given: object) => {
      table = `rpc/${name}`
      for (const [each, value] of Object.entries(given)) add(each, value)
      return client
    },
  }
  request(client as unknown as BanksideClient)
  return `${table}?${[...query].map((pair) => pair.join('=')).join('&')}`
}
