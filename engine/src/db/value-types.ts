import { type CustomTypesConfig, types } from 'pg'

// bool, bytea, int2, int4, json, float4, float8, text[], jsonb: what JavaScript holds exactly.
const PARSED = new Set([16, 17, 21, 23, 114, 700, 701, 1009, 3802])

/**
 * How values come back from the engine's own queries: booleans, 32-bit numbers, JSON, bytes and text arrays as
 * JavaScript values; everything else (bigint, numeric, dates, uuid, …) as PostgreSQL's text, so nothing is rounded.
 */
export const valueTypes: CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    PARSED.has(oid)
      ? types.getTypeParser(oid, format as 'text')
      : (text: string) => text) as CustomTypesConfig['getTypeParser'],
}
