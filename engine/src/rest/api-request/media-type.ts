import { restErrors } from '../errors.ts'

/** What form the answer takes. */
export interface MediaType {
  kind: 'json' | 'object' | 'csv' | 'openapi'
  /** Keys with null values are left out. */
  stripNulls: boolean
}

const JSON_TYPES = new Set([
  '*/*',
  'application/*',
  'application/json',
  'application/vnd.pgrst.array',
  'application/vnd.pgrst.array+json',
])
const OBJECT_TYPES = new Set(['application/vnd.pgrst.object', 'application/vnd.pgrst.object+json'])

/**
 * Chooses the first type of `Accept` that can be answered. Query plans (`vnd.pgrst.plan`) and GeoJSON cannot:
 * a plan would tell row counts that row-level security hides.
 * @throws {RestError} PGRST107 when nothing of it can be answered.
 */
export function chooseMediaType(accept: string | undefined, root: boolean): MediaType {
  if (accept === undefined || accept.trim() === '') return { kind: root ? 'openapi' : 'json', stripNulls: false }
  for (const { type, parameters } of preferred(accept)) {
    const stripNulls = parameters.includes('nulls=stripped')
    if (root && (type === '*/*' || type === 'application/openapi+json' || type === 'application/json'))
      return { kind: 'openapi', stripNulls: false }
    if (root) continue
    if (JSON_TYPES.has(type)) return { kind: 'json', stripNulls: stripNulls && type.startsWith('application/vnd') }
    if (OBJECT_TYPES.has(type)) return { kind: 'object', stripNulls }
    if (type === 'text/csv') return { kind: 'csv', stripNulls: false }
  }
  throw restErrors.mediaType(accept.slice(0, 200))
}

function preferred(accept: string): { type: string; parameters: string[] }[] {
  const types = accept.split(',').map((part) => {
    const [type = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase())
    const weight = parameters.find((parameter) => parameter.startsWith('q='))
    const quality = weight === undefined ? 1 : Number(weight.slice(2))
    return { type, parameters, quality: Number.isFinite(quality) ? quality : 1 }
  })
  return types.filter(({ quality }) => quality > 0).sort((a, b) => b.quality - a.quality)
}

/** Content-Type of a body in this form. */
export function contentTypeOf(media: MediaType): string {
  const stripped = media.stripNulls ? '; nulls=stripped' : ''
  if (media.kind === 'object') return `application/vnd.pgrst.object+json${stripped}; charset=utf-8`
  if (media.kind === 'csv') return 'text/csv; charset=utf-8'
  if (media.kind === 'openapi') return 'application/openapi+json; charset=utf-8'
  return stripped ? `application/vnd.pgrst.array+json${stripped}; charset=utf-8` : 'application/json; charset=utf-8'
}
