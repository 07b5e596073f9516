import ArrowLeft from 'lucide-react/icons/arrow-left'
import { Link, useNavigate, useParams } from 'react-router'
import { useToast } from '../../components/feedback/toast.tsx'
import { Page } from '../../components/layout/page.tsx'
import * as styles from '../../features/prizes/claim-page.module.css'
import { ClaimPage } from '../../features/prizes/components/claim-page.tsx'
import { useSession } from '../../hooks/use-session.ts'

/** `/prizes/claim/:awardId`. */
export function Component() {
  const session = useSession()
  const { awardId = '' } = useParams()
  const navigate = useNavigate()
  const toast = useToast()
  const claimed = () => {
    toast('Prize claimed successfully!')
    void navigate('/dashboard')
  }
  return (
    <Page title="Claim Prize" bare className={`page ${styles.page}`}>
      <div className="page-head">
        <Link className={styles.back} to="/dashboard">
          <ArrowLeft className="icon" aria-hidden="true" />
          Dashboard
        </Link>
        <h1 tabIndex={-1}>Claim Prize</h1>
      </div>
      {session.status === 'member' && (
        <ClaimPage key={awardId} userId={session.userId} email={session.email} awardId={awardId} onClaimed={claimed} />
      )}
    </Page>
  )
}
