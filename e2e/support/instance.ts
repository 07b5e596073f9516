import { randomUUID } from 'node:crypto'
import { createClient, type Session, type SupabaseClient } from '@supabase/supabase-js'
import ws from 'ws'
import type { Database } from '../../contract/src/database.types.ts'

export interface Account {
  id: string
  username: string
  email: string
  password: string
}

/** The running site: creates accounts and uses the API beside the browser, like a person with another device. */
export class Instance {
  readonly url: string
  #publishableKey: Promise<string> | undefined
  /** Ids of the accounts that this story has registered. */
  readonly registered = new Set<string>()
  readonly #atEnd: (() => PromiseLike<unknown>)[] = []

  constructor(url: string) {
    this.url = url
  }

  /** Removes at the story's end what would otherwise stand on the pages of all later ones. */
  atEnd(remove: () => PromiseLike<unknown>): void {
    this.#atEnd.push(remove)
  }

  async cleanUp(): Promise<void> {
    for (const remove of this.#atEnd.splice(0)) await remove()
  }

  /** A signed-out client of the API. */
  async client(): Promise<SupabaseClient<Database>> {
    this.#publishableKey ??= fetch(`${this.url}/config.json`)
      .then((reply) => reply.json() as Promise<{ publishableKey: string }>)
      .then((config) => config.publishableKey)
    return createClient<Database>(this.url, await this.#publishableKey, {
      auth: { persistSession: false, autoRefreshToken: false },
      realtime: { transport: ws as never },
    })
  }

  /**
   * Registers a member; the name is unique unless one is given.
   * @param options.isNew they see the welcome page first; the others have skipped it.
   */
  async register(username = `angler_${randomUUID().slice(0, 8)}`, options: { isNew?: boolean } = {}): Promise<Account> {
    const email = `${randomUUID()}@bankside.test`
    const password = 'quiet-water'
    const client = await this.client()
    const { data, error } = await client.auth.signUp({ email, password, options: { data: { username } } })
    if (error || !data.user) throw new Error(`sign-up of ${username} failed: ${error?.message}`)
    this.registered.add(data.user.id)
    // Where addresses are confirmed first, there is no session yet.
    if (data.session && !options.isNew) await client.rpc('finish_welcome').throwOnError()
    return { id: data.user.id, username, email, password }
  }

  /** A client signed in as the account. */
  async signedIn(account: { email: string; password: string }): Promise<SupabaseClient<Database>> {
    const client = await this.client()
    const { error } = await client.auth.signInWithPassword({ email: account.email, password: account.password })
    if (error) throw new Error(`sign-in of ${account.email} failed: ${error.message}`)
    return client
  }

  /** A session of the account, as a browser stores it. */
  async session(account: { email: string; password: string }): Promise<Session> {
    const { data } = await (await this.signedIn(account)).auth.getSession()
    if (!data.session) throw new Error(`sign-in of ${account.email} left no session`)
    return data.session
  }

  /** The first administrator, whose password the test run chose. */
  get bailiff(): { email: string; password: string } {
    const { E2E_ADMIN_EMAIL: email, E2E_ADMIN_PASSWORD: password } = process.env
    if (!email || !password) throw new Error('playwright.config.ts sets E2E_ADMIN_EMAIL and E2E_ADMIN_PASSWORD')
    return { email, password }
  }

  /** The administrator credits points, through the API as the console does. */
  async givePoints(account: Account, points: number, reason = 'Session report'): Promise<void> {
    const admin = await this.signedIn(this.bailiff)
    const { error } = await admin.from('points_log').insert({ user_id: account.id, points_change: points, reason })
    if (error) throw new Error(`crediting ${account.username} failed: ${error.message}`)
  }

  /** Sets what each first step earns: for all stories on this site. */
  async setStepPoints(points: number): Promise<void> {
    const admin = await this.signedIn(this.bailiff)
    const { error } = await admin
      .from('site_settings')
      .update({ photo_step_points: points, hello_step_points: points, game_step_points: points })
      .not('id', 'is', null)
    if (error) throw new Error(`the points of first steps were not set: ${error.message}`)
  }
}
