import { randomUUID } from 'node:crypto'
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import type { Persona } from '../../../test-support/personas.ts'
import type { TestEngine } from '../../../test-support/start-engine.ts'

/** Buckets of these suites: public and private pictures, and files of any kind up to 64 KiB. */
export async function createBuckets({ owner }: TestEngine): Promise<void> {
  await owner.query(`
    insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
      ('conf_images', 'conf_images', true, 5242880, '{image/jpeg,image/png,image/webp}'),
      ('conf_private', 'conf_private', false, null, '{image/*}'),
      ('conf_files', 'conf_files', false, 65536, null),
      ('conf_closed', 'conf_closed', true, null, null);
    create policy conf_insert on storage.objects for insert to authenticated
      with check (bucket_id in ('conf_images', 'conf_private', 'conf_files')
        and (storage.foldername(name))[1] = (select auth.uid())::text);
    create policy conf_select on storage.objects for select to authenticated
      using (bucket_id in ('conf_images', 'conf_private', 'conf_files')
        and (storage.foldername(name))[1] = (select auth.uid())::text);
    create policy conf_update on storage.objects for update to authenticated
      using (bucket_id in ('conf_private', 'conf_files') and (storage.foldername(name))[1] = (select auth.uid())::text)
      with check (bucket_id in ('conf_private', 'conf_files')
        and (storage.foldername(name))[1] = (select auth.uid())::text);
    create policy conf_delete on storage.objects for delete to authenticated
      using (bucket_id in ('conf_images', 'conf_private', 'conf_files')
        and (storage.foldername(name))[1] = (select auth.uid())::text);`)
}

export type Format = 'jpeg' | 'png' | 'webp'

/** A picture: left half red, right half blue. */
export function picture(width = 64, height = 48) {
  const half = { create: { width: Math.ceil(width / 2), height, channels: 3 as const, background: '#0000ff' } }
  return sharp({ create: { width, height, channels: 3, background: '#ff0000' } }).composite([
    { input: half, left: Math.floor(width / 2), top: 0 },
  ])
}

export async function pictureBytes(format: Format = 'png', width = 64, height = 48): Promise<Buffer> {
  return await picture(width, height).toFormat(format).toBuffer()
}

/** A photo with its location in EXIF and XMP, which has to be rotated to be upright. */
export async function photoOfSecretSwim(format: Format): Promise<Buffer> {
  const exif = {
    IFD0: { Make: 'SecretCam', Copyright: 'SecretAngler' },
    IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1', GPSLongitudeRef: 'W', GPSLongitude: '0/1 7/1 0/1' },
  }
  return await picture(64, 48)
    .toFormat(format, { quality: 95 })
    .withExif(exif)
    .withMetadata({ orientation: 6 })
    .withExifMerge(exif)
    .withXmp(
      '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="SecretSwim"/></rdf:RDF></x:xmpmeta>',
    )
    .toBuffer()
}

export function asBlob(bytes: Uint8Array | string, type: string): Blob {
  return new Blob([bytes as BlobPart], { type })
}

/** A new name in the member's own folder. */
export function ownName(member: Persona, extension = 'png'): string {
  return `${member.user.id}/${randomUUID()}.${extension}`
}

/** The bytes of a file as the member reads them; empty if they cannot. */
export async function contentOf(member: Persona, bucket: string, name: string): Promise<Buffer> {
  const { data } = await member.storage.from(bucket).download(name)
  return data ? Buffer.from(await data.arrayBuffer()) : Buffer.alloc(0)
}

export async function tokenOf(member: Persona): Promise<string> {
  const { data } = await member.auth.getSession()
  if (!data.session) throw new Error('no session')
  return data.session.access_token
}

export interface RawReply {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
  /** The body as JSON; throws for other text. */
  json(): Record<string, string>
}

/** Sends a request exactly as written: a client library would normalise the path. */
export function raw(
  engine: Pick<TestEngine, 'url' | 'publishableKey'>,
  method: string,
  path: string,
  options: {
    token?: string
    headers?: Record<string, string>
    body?: Iterable<Uint8Array | string>
    signal?: AbortSignal
  } = {},
): Promise<RawReply> {
  const { hostname, port } = new URL(engine.url)
  const authorization = `Bearer ${options.token ?? engine.publishableKey}`
  const { signal } = options
  const headers = { apikey: engine.publishableKey, authorization, ...options.headers }
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      { hostname, port, method, path: `/storage/v1${path}`, headers, ...(signal ? { signal } : {}) },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () => {
          const body = Buffer.concat(chunks)
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body,
            json: () => JSON.parse(body.toString()) as Record<string, string>,
          })
        })
      },
    )
    request.on('error', reject)
    for (const chunk of options.body ?? []) request.write(chunk)
    request.end()
  })
}

/** A PNG of a few bytes whose header claims the size. */
export function pngHeaderBomb(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const frame = Buffer.alloc(8)
    frame.writeUInt32BE(data.length, 0)
    frame.writeUInt32BE(crc32(body), 4)
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(100_000))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
