import type { PipelinedRequest } from './pipelined.ts'

export interface Member {
  id: string
  email: string
  token: string
}

export interface Target {
  url: string
  publishableKey: string
}

const PASSWORD = 'a long enough password'

/** Registers that many members, a few at a time, because each costs a hash. */
export async function makeMembers(engine: Target, count: number): Promise<Member[]> {
  const members: Member[] = []
  while (members.length < count)
    members.push(...(await Promise.all([0, 1].map((n) => makeMember(engine, `storm-${members.length + n}`)))))
  return members.slice(0, count)
}

/** Registers a member and uploads a file whose bytes identify the member. */
export async function makeMember(engine: Target, name: string): Promise<Member> {
  const email = `${name}@example.com`
  const signUp = await fetch(`${engine.url}/auth/v1/signup`, {
    method: 'POST',
    headers: { apikey: engine.publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD, data: { username: name } }),
  })
  if (!signUp.ok) throw new Error(`${signUp.status} ${await signUp.text()}`)
  const { access_token: token, user } = (await signUp.json()) as { access_token: string; user: { id: string } }
  const member = { id: user.id, email, token }
  const file = await fetch(`${engine.url}${filePath(member, 'own.txt')}`, {
    method: 'POST',
    headers: { ...headersOf(engine, member), 'content-type': 'text/plain' },
    body: member.id,
  })
  if (!file.ok) throw new Error(`${file.status} ${await file.text()}`)
  return member
}

export function headersOf({ publishableKey }: Target, { token }: Member): Record<string, string> {
  return { apikey: publishableKey, authorization: `Bearer ${token}` }
}

/** A request together with what its own answer must contain. */
export interface Echo {
  kind: 'read' | 'write' | 'user' | 'sign-in' | 'download' | 'upload'
  request: PipelinedRequest
  /** The mark that a write leaves in the database. */
  mark: string
  /** Whether a 2xx answer belongs to this caller and this request. */
  isOwn(body: Buffer): boolean
}

/** The n-th request of a member: mostly reads, as on a real site, and sometimes every other kind. */
export function echoOf(engine: Target, member: Member, n: number): Echo {
  const mark = `${member.id.slice(0, 8)}-${n}`
  const headers = headersOf(engine, member)
  const json = { ...headers, 'content-type': 'application/json' }
  const hasBoth = (body: Buffer) => body.includes(mark) && body.includes(member.id)
  if (n % 97 === 5)
    return {
      kind: 'sign-in',
      mark,
      request: {
        method: 'POST',
        path: '/auth/v1/token?grant_type=password',
        headers: json,
        body: JSON.stringify({ email: member.email, password: PASSWORD }),
      },
      isOwn: (body) => body.includes(member.id),
    }
  if (n % 31 === 4)
    return {
      kind: 'upload',
      mark,
      request: {
        method: 'POST',
        path: filePath(member, `${mark}.txt`),
        headers: { ...headers, 'content-type': 'text/plain' },
        body: mark,
      },
      isOwn: (body) => body.includes(mark),
    }
  if (n % 10 === 3)
    return {
      kind: 'user',
      mark,
      request: { method: 'GET', path: '/auth/v1/user', headers },
      isOwn: (body) => body.includes(member.id),
    }
  if (n % 10 === 6)
    return {
      kind: 'download',
      mark,
      request: { method: 'GET', path: filePath(member, 'own.txt', 'authenticated/'), headers },
      isOwn: (body) => body.toString() === member.id,
    }
  if (n % 3 === 1)
    return {
      kind: 'write',
      mark,
      request: {
        method: 'POST',
        path: '/rest/v1/storm_marks?select=mark,user_id',
        headers: { ...json, prefer: 'return=representation' },
        body: JSON.stringify({ mark }),
      },
      isOwn: hasBoth,
    }
  return {
    kind: 'read',
    mark,
    request: { method: 'GET', path: `/rest/v1/rpc/storm_echo?mark=${mark}`, headers },
    isOwn: hasBoth,
  }
}

function filePath({ id }: Member, name: string, access = ''): string {
  return `/storage/v1/object/${access}storm-files/${id}/${name}`
}
