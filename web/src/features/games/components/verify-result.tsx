import { useState } from 'react'
import { Button } from '../../../components/ui/button.tsx'
import { CopyField } from '../../../components/ui/copy-field.tsx'
import type { Game } from '../../../data/games/game.ts'
import * as styles from '../results.module.css'
import { sealedText, type Verification, verifyText } from '../verify-result.ts'

const OUTCOME = {
  matches: 'Verified: this is the answer that was sealed before the first entry.',
  differs: 'Not verified: the result differs from the answer that was sealed.',
  unavailable: 'Browsers compute hashes only on secure (https) pages, so the result cannot be verified here.',
} as const

/** Recomputes the published hash of the answer in the browser. */
export function VerifyResult({ game, commitment }: { game: Game; commitment: string }) {
  const [seen, setSeen] = useState<Verification>()
  const text = sealedText(game)
  if (text === null) return null
  return (
    <div className={styles.verify}>
      <Button variant="line" size="sm" onClick={async () => setSeen(await verifyText(text, commitment))}>
        Verify result
      </Button>
      <div role="status">{seen && <p className="strong small">{OUTCOME[seen.outcome]}</p>}</div>
      {seen && (
        <details>
          <summary className="small">How it was verified</summary>
          <p className="small muted">
            Before anyone entered, we published a SHA-256 hash of the game, the answer and a secret salt. Your browser
            has now computed the hash of the same text. Any other answer would give a different hash.
          </p>
          <CopyField label="Text" value={seen.text} />
          <CopyField label="Published hash" value={commitment} />
          {'hash' in seen && <CopyField label="Hash of the text" value={seen.hash} />}
        </details>
      )}
    </div>
  )
}
