import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))

/** The keys of every engine of one run. */
export const secrets = {
  JWT_SECRET: randomBytes(32).toString('base64url'),
  SUPABASE_PUBLISHABLE_KEY: `sb_publishable_${randomBytes(12).toString('hex')}`,
  SUPABASE_SECRET_KEY: `sb_secret_${randomBytes(12).toString('hex')}`,
  METRICS_TOKEN: randomBytes(16).toString('hex'),
}

/** Starts the built engine on a free port, without rate limits, and waits for its address. */
export async function startEngine(
  env: Record<string, string>,
  children: ChildProcess[],
): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(process.execPath, ['--enable-source-maps', join(root, 'dist/engine/main.js')], {
    cwd: '/',
    env: {
      PATH: process.env.PATH ?? '',
      PORT: '0',
      RATE_LIMIT_SCALE: '1000000',
      LOG_LEVEL: 'silent',
      ...secrets,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  let text = ''
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      text += chunk
      const [, address] = /address +(\S+)/.exec(text) ?? []
      if (address !== undefined) resolve(address)
    })
    child.once('exit', (code) => reject(new Error(`the engine ended with ${code}: ${text}`)))
  })
  return { child, url }
}

/** Folder of the socket of the embedded database in a data directory. */
export function socketDirectoryOf(dataDir: string): string {
  return readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[4] ?? ''
}

/** Ends a child process in order. */
export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  await exited
}

/** A new member of the engine. */
export async function signUp(url: string, name: string): Promise<{ id: string; token: string }> {
  const reply = await fetch(`${url}/auth/v1/signup`, {
    method: 'POST',
    headers: { apikey: secrets.SUPABASE_PUBLISHABLE_KEY, 'content-type': 'application/json' },
    body: JSON.stringify({ email: `${name}@example.com`, password: 'a long password', data: { username: name } }),
  })
  if (!reply.ok) throw new Error(`${reply.status} ${await reply.text()}`)
  const { access_token: token, user } = (await reply.json()) as { access_token: string; user: { id: string } }
  return { token, id: user.id }
}
