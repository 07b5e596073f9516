import type { CodeChallenge } from '../pkce.ts'
import type { Queryable } from './queryable.ts'

/** How a session will have been authenticated. */
export type FlowMethod = 'recovery' | 'otp'

export interface FlowStateStore {
  /** Stores a client's challenge until the requested link is opened. */
  putFlowState(flow: { id: string; userId: string; challenge: CodeChallenge }, now: Date): Promise<void>
  /** Records that the link was opened, with the hash of the code in its answer. @returns false without such a flow. */
  issueAuthCode(flow: { id: string; userId: string; codeHash: string; method: FlowMethod }, now: Date): Promise<boolean>
  /** The flow of a code, locked until the transaction ends, after its account: as everything else that ends both. */
  lockFlowState(codeHash: string): Promise<FlowState | undefined>
  deleteFlowState(id: string): Promise<void>
  /** Invalidates an account's challenges, and the codes with which its opened links were answered. */
  deleteFlowStatesOf(userId: string): Promise<void>
  /** Invalidates the codes only: the link that is opened now may still be answered with one. */
  deleteOpenedFlowsOf(userId: string): Promise<void>
  /** Deletes flows that started before the given moment. */
  deleteOldFlowStates(begunBefore: Date): Promise<void>
}

export interface FlowState {
  id: string
  userId: string
  challenge: CodeChallenge
  method: FlowMethod
  issuedAt: Date
}

/** SQL for exchanges of codes; codes are stored as hashes only. */
export function createFlowStateStore(db: Queryable): FlowStateStore {
  return {
    putFlowState: async ({ id, userId, challenge }, now) => {
      await db.query(
        `insert into auth.flow_state
           (id, user_id, code_challenge, code_challenge_method, provider_type, authentication_method,
            created_at, updated_at)
         values ($1, $2, $3, $4::auth.code_challenge_method, 'email', 'otp', $5, $5)`,
        [id, userId, challenge.challenge, challenge.method, now.toISOString()],
      )
    },
    issueAuthCode: async ({ id, userId, codeHash, method }, now) => {
      const rows = await db.query(
        `update auth.flow_state
         set auth_code = $3, authentication_method = $4, auth_code_issued_at = $5, updated_at = $5
         where id = $1 and user_id = $2 and auth_code is null
         returning id`,
        [id, userId, codeHash, method, now.toISOString()],
      )
      return rows.length > 0
    },
    lockFlowState: async (codeHash) => {
      await db.query(
        `select from auth.users as u
         where u.id = (select f.user_id from auth.flow_state as f where f.auth_code = $1)
         for update of u`,
        [codeHash],
      )
      const [row] = await db.query<FlowRow>(
        `select id, user_id, code_challenge, code_challenge_method::text, authentication_method,
                extract(epoch from auth_code_issued_at)::text as issued
         from auth.flow_state where auth_code = $1 for update`,
        [codeHash],
      )
      return (
        row && {
          id: row.id,
          userId: row.user_id,
          challenge: { challenge: row.code_challenge, method: row.code_challenge_method },
          method: row.authentication_method,
          issuedAt: new Date(Number(row.issued) * 1000),
        }
      )
    },
    deleteFlowState: async (id) => {
      await db.query('delete from auth.flow_state where id = $1', [id])
    },
    deleteFlowStatesOf: async (userId) => {
      await db.query('delete from auth.flow_state where user_id = $1', [userId])
    },
    deleteOpenedFlowsOf: async (userId) => {
      await db.query('delete from auth.flow_state where user_id = $1 and auth_code is not null', [userId])
    },
    deleteOldFlowStates: async (begunBefore) => {
      await db.query('delete from auth.flow_state where created_at < $1', [begunBefore.toISOString()])
    },
  }
}

interface FlowRow {
  [column: string]: unknown
  id: string
  user_id: string
  code_challenge: string
  code_challenge_method: CodeChallenge['method']
  authentication_method: FlowMethod
  issued: string
}
