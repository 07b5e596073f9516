import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { AwsV4Signer } from 'aws4fetch'
import type { EngineConfig } from '../../src/index.ts'

type S3Config = NonNullable<EngineConfig['s3']>

export interface S3Server {
  config: S3Config
  /** Objects by key. */
  objects: Map<string, { body: Buffer; modified: Date; type: string }>
  /** While true, it returns half of each file, without its length, as a broken proxy does. */
  isShort: boolean
  close(): Promise<void>
}

/** Keys per page of a listing: few, so that paging is exercised. */
const PAGE = 3

/** The part of S3 that the engine uses, in memory: signed PUT, GET with Range, HEAD, DELETE, ListObjectsV2. */
export async function startS3Server(): Promise<S3Server> {
  const objects: S3Server['objects'] = new Map()
  const config = { endpoint: '', bucket: 'photos', region: 'eu-west-2', accessKeyId: 'key', secretAccessKey: 'secret' }
  const server = createServer((request, response) => {
    void answer(request, response).catch((error) => response.writeHead(500).end(String(error)))
  })

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', config.endpoint)
    const body = await buffer(request)
    if (!(await isSigned(request, url, config)))
      return response.writeHead(403).end('<Code>SignatureDoesNotMatch</Code>')
    const [, bucket, ...rest] = url.pathname.split('/')
    if (bucket !== config.bucket) return response.writeHead(404).end('<Code>NoSuchBucket</Code>')
    const key = rest.join('/')
    if (key === '') return response.writeHead(200).end(listing(url.searchParams))
    if (request.method === 'PUT') {
      objects.set(key, { body, modified: new Date(), type: request.headers['content-type'] ?? '' })
      return response.writeHead(200).end()
    }
    if (request.method === 'DELETE') {
      objects.delete(key)
      return response.writeHead(204).end()
    }
    const found = objects.get(key)
    if (!found) return response.writeHead(404).end('<Code>NoSuchKey</Code>')
    const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '')
    const part = range ? found.body.subarray(Number(range[1]), Number(range[2]) + 1) : found.body
    if (store.isShort && request.method === 'GET') {
      response.writeHead(range ? 206 : 200).end(part.subarray(0, part.length / 2))
      return
    }
    response.writeHead(range ? 206 : 200, {
      'content-length': part.length,
      'last-modified': found.modified.toUTCString(),
    })
    response.end(request.method === 'HEAD' ? undefined : part)
  }

  const listing = (query: URLSearchParams) => {
    const from = Number(query.get('continuation-token') ?? 0)
    const keys = [...objects.keys()].filter((key) => key.startsWith(query.get('prefix') ?? '')).sort()
    const contents = keys
      .slice(from, from + PAGE)
      .map(
        (key) =>
          `<Contents><Key>${key}</Key><LastModified>${objects.get(key)?.modified.toISOString()}</LastModified></Contents>`,
      )
    const more = from + PAGE < keys.length
    const next = more ? `<NextContinuationToken>${from + PAGE}</NextContinuationToken>` : ''
    return `<ListBucketResult><IsTruncated>${more}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  config.endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const store: S3Server = {
    config,
    objects,
    isShort: false,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return store
}

async function isSigned(request: IncomingMessage, url: URL, config: S3Config): Promise<boolean> {
  const {
    authorization,
    'x-amz-date': datetime,
    'x-amz-content-sha256': digest,
    'content-type': type,
  } = request.headers
  if (typeof datetime !== 'string' || typeof digest !== 'string') return false
  const headers = new Headers({ 'x-amz-content-sha256': digest })
  if (type !== undefined) headers.set('content-type', type)
  const { accessKeyId, secretAccessKey, region } = config
  const method = request.method ?? 'GET'
  const keys = { accessKeyId, secretAccessKey, region, service: 's3', datetime }
  const signer = new AwsV4Signer({ method, url: url.href, headers, ...keys })
  return authorization === (await signer.authHeader())
}
