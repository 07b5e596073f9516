import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { HttpReply, HttpRequest } from './types.ts'
import { weightsOf } from './weights.ts'

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
}
const COMPRESSED = ['.br', '.gz']

export interface StaticFile {
  type: string
  etag: string
  identity: Buffer
  br: Buffer | undefined
  gzip: Buffer | undefined
}

/**
 * Reads a built web app into memory: only known types, no dot files, no source maps, so that a file that got into the
 * folder by accident is not served. The variants that the build compressed are beside each file.
 * @returns files by their path in the address (`/assets/…`); empty when the folder is missing.
 */
export function loadStaticFiles(folder: string): Map<string, StaticFile> {
  const files = new Map<string, StaticFile>()
  if (!existsSync(folder)) return files
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    const type = TYPES[extname(entry.name)]
    const address = path.slice(folder.length).replaceAll('\\', '/')
    if (!entry.isFile() || type === undefined || address.includes('/.')) continue
    const identity = readFileSync(path)
    const etag = `"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`
    const [br, gzip] = COMPRESSED.map((suffix) => (existsSync(path + suffix) ? readFileSync(path + suffix) : undefined))
    files.set(address, { type, etag, identity, br, gzip })
  }
  return files
}

/**
 * The reply for one file: the smallest variant that the client accepts, validators, and a year of caching for names
 * with a hash.
 */
export function serveFile(file: StaticFile, request: HttpRequest, immutable: boolean): HttpReply {
  const headers: Record<string, string> = {
    etag: file.etag,
    vary: 'Accept-Encoding',
    'cache-control': immutable ? 'public, max-age=31536000, immutable' : 'no-cache',
    'cross-origin-resource-policy': 'same-origin',
  }
  if (matches(request.headers['if-none-match'], file.etag)) return { status: 304, headers }
  headers['content-type'] = file.type
  const accepted = weightsOf(request.headers['accept-encoding'])
  if (file.br && accepted.get('br'))
    return { status: 200, headers: { ...headers, 'content-encoding': 'br' }, body: file.br }
  if (file.gzip && accepted.get('gzip'))
    return { status: 200, headers: { ...headers, 'content-encoding': 'gzip' }, body: file.gzip }
  return { status: 200, headers, body: file.identity }
}

function matches(condition: string | undefined, etag: string): boolean {
  return condition?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag || tag.trim() === '*') ?? false
}

/** Base64 SHA-256 of each inline script of a page, for its content security policy. */
export function inlineScriptHashes(html: string): string[] {
  return hashesOf(html, /<script(?![^>]*\ssrc\s*=)[^>]*>([\s\S]*?)<\/script>/gi)
}

/** SHA-256 (base64) of each style sheet that is inline in a page. */
export function inlineStyleHashes(html: string): string[] {
  return hashesOf(html, /<style[^>]*>([\s\S]*?)<\/style>/gi)
}

function hashesOf(html: string, element: RegExp): string[] {
  return [...html.matchAll(element)].map(([, text = '']) => createHash('sha256').update(text).digest('base64'))
}
