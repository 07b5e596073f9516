import { type CustomTypesConfig, types } from 'pg'

// bool, bytea, int2, int4, json, float4, float8, text[], jsonb: types that JavaScript represents exactly.
const PARSED = new Set([16, 17, 21, 23, 114, 700, 701, 1009, 3802])

/**
 * Types of values in the engine's own queries: booleans, 32-bit numbers, JSON, bytes and text arrays become
 * JavaScript values; everything else (bigint, numeric, dates, uuid, …) stays PostgreSQL's text, so nothing is rounded.
 */
export const valueTypes: CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    PARSED.has(oid)
      ? types.getTypeParser(oid, format as 'text')
      : (text: string) => text) as CustomTypesConfig['getTypeParser'],
}
