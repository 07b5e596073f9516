import type { Browser, PushKeys } from './encrypt.ts'
import type { Settings } from './settings.ts'

/** A notification as `take_deliveries` describes it. */
export interface Notification {
  kind: string
  group: string
  /** A later message replaces an earlier one with the same topic. */
  topic: string
  title: string | null
  excerpt: string | null
  path: string | null
  details: {
    points?: number
    remaining_quantity?: number
    carrier?: string | null
    tracking_number?: string | null
    claim_deadline?: string
    /** What the member reported, and when. */
    kind?: string
    reported_at?: string
    /** What a new admin or moderator is, and whether the rights wait for a second step of signing in. */
    role?: string
    needs_step?: boolean
    /** About the member's answer to a suspension. */
    decision?: string
    /** How the member did in a completed game; see private.own_result. */
    place?: number
    of?: number
    won_points?: number
    prize?: string
    miss?: number
    unit?: string
    is_under?: boolean
    rows?: number
    columns?: number
    is_unplaced?: boolean
  }
  /** IANA name of the member's time zone; absent from databases older than this function. */
  time_zone?: string
  actor_count: number
  actors: { username: string }[]
}

interface Message {
  /** The same in all attempts. */
  id: string
  attempt: number
  notifications: Notification[]
}

export interface PushDelivery extends Message {
  channel: 'push'
  /** The number of unread notifications of the member. */
  unread: number
  browser: Browser
}

export interface MailDelivery extends Message {
  channel: 'email'
  address: string
  /** The name of the club; absent from databases older than this function. */
  club?: string
  is_digest: boolean
  /** A signed text that ends mails of this kind. */
  unsubscribe: string
}

/** A message to be sent. */
export type Delivery = PushDelivery | MailDelivery

/** An invitation of an address by the club. */
export interface Invitation {
  /** The same in all attempts. */
  id: string
  attempt: number
  address: string
  /** Admits one sign-up. */
  code: string
  /** The name of the club. */
  club: string
  /** Username of the admin; null of one who is an admin no longer, or suspended. */
  inviter: string | null
  /** Whose referral the new member will be; null for nobody's. */
  inviter_id: string | null
  /** Whether points or a day of joining are kept for the address. An older database does not say. */
  is_imported?: boolean
  expires_at: string
  /** IANA name of the club's time zone. */
  time_zone: string
}

/** The result of sending a message. */
export interface Result {
  outcome: 'sent' | 'failed' | 'refused' | 'gone'
  error?: string
  /** The next attempt is made no sooner than this. */
  retry_seconds?: number
}

type Ended = Result & { id: string; attempt: number }

/** The queue in the database. */
export interface Queue {
  take(size: number): Promise<Delivery[]>
  end(results: Ended[]): Promise<void>
  /** Invitations that are due; none of a database that is older than this function. */
  takeInvitations(size: number): Promise<Invitation[]>
  endInvitations(results: Ended[]): Promise<void>
  unsubscribe(token: string): Promise<boolean>
  open(id: string, isRead: boolean): Promise<boolean>
  /** The key pair of the site; the given one if there was none. */
  keys(pair?: PushKeys): Promise<PushKeys | null>
}

const LONGEST_MS = 20_000

/** The queue, through the API. Its calls throw when the API refuses or does not answer. */
export function createQueue({ apiUrl, secretKey, mail }: Settings): Queue {
  /** @param without the answer of a database without the function; otherwise the call throws. */
  const call = async (name: string, args: object, without?: unknown): Promise<unknown> => {
    const reply = await fetch(`${apiUrl}/rest/v1/rpc/${name}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        apikey: secretKey,
        // Only the older keys of hosted Supabase are tokens.
        ...(secretKey.startsWith('eyJ') ? { authorization: `Bearer ${secretKey}` } : {}),
      },
      body: JSON.stringify(args),
      signal: AbortSignal.timeout(LONGEST_MS),
    })
    const text = await reply.text()
    if (without !== undefined && reply.status === 404 && text.includes('PGRST202')) return without
    if (!reply.ok) throw new Error(`${name}: ${reply.status} ${text}`)
    return text === '' ? null : JSON.parse(text)
  }
  return {
    take: async (size) => (await call('take_deliveries', { size, mail: mail !== undefined })) as Delivery[],
    end: async (results) => void (await call('end_deliveries', { results })),
    takeInvitations: async (size) => (await call('take_invitations', { size }, [])) as Invitation[],
    endInvitations: async (results) => void (await call('end_invitations', { results })),
    unsubscribe: async (token) => (await call('unsubscribe', { token })) as boolean,
    open: async (id, isRead) => (await call('open_delivery', { id, is_read: isRead })) as boolean,
    keys: async (pair = {} as PushKeys) => (await call('keep_push_keys', pair)) as PushKeys | null,
  }
}
