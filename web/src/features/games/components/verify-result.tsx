import { useState } from 'react'
import { Button } from '../../../components/ui/button.tsx'
import type { Game } from '../../../data/games/game.ts'
import { sealedText, type Verification, verifyText } from '../verify-result.ts'

const OUTCOME = {
  matches: 'Verified: the result is the one that was sealed.',
  differs: 'Not verified: the result differs from the one that was sealed.',
  unavailable: 'This browser cannot compute the hash here, because it does so on secure (https) pages only.',
} as const

/** Recomputes the published hash of the answer in the browser. */
export function VerifyResult({ game, commitment }: { game: Game; commitment: string }) {
  const [seen, setSeen] = useState<Verification>()
  const text = sealedText(game)
  if (text === null) return null
  return (
    <div className="verify">
      <Button variant="line" size="sm" onClick={async () => setSeen(await verifyText(text, commitment))}>
        Verify result
      </Button>
      <div role="status">
        {seen && (
          <>
            <p className="strong small">{OUTCOME[seen.outcome]}</p>
            <p className="small muted">
              Before the first entry the answer was sealed: a SHA-256 hash of the game, the answer and a secret salt was
              published with the game. Your browser can hash the same text now, and only the answer that was sealed
              gives the published hash.
            </p>
            <dl className="small">
              <dt>Text</dt>
              <dd>
                <code>{seen.text}</code>
              </dd>
              <dt>Published hash</dt>
              <dd>
                <code>{commitment}</code>
              </dd>
              {'hash' in seen && (
                <>
                  <dt>Hash of the text</dt>
                  <dd>
                    <code>{seen.hash}</code>
                  </dd>
                </>
              )}
            </dl>
          </>
        )}
      </div>
    </div>
  )
}
