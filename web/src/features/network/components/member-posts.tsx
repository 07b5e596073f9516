import { Link } from 'react-router'
import { Moment } from '../../../components/ui/moment.tsx'
import { Photo } from '../../../components/ui/photo.tsx'
import type { MemberOnPage } from '../../../data/network/member-page-query.ts'
import { useNow } from '../../../hooks/use-now.ts'
import { formatAgo, formatPoints } from '../../../lib/format.ts'
import * as styles from '../member-page.module.css'

/** The member's newest posts; each leads to its own page. */
export function MemberPosts({ member, own }: { member: MemberOnPage; own: boolean }) {
  const now = useNow()
  return (
    <section className={`card padded ${styles.section}`} aria-labelledby="posts">
      <div className="cluster">
        <h2 id="posts">Posts</h2>
        {Boolean(member.post_count) && <span className="count">{formatPoints(member.post_count ?? 0)}</span>}
      </div>
      {member.posts.length === 0 ? (
        <p className="muted">{own ? 'Your posts appear here.' : 'No posts yet.'}</p>
      ) : (
        <ul className={styles.posts}>
          {member.posts.map((post) => (
            <li key={post.id}>
              {post.image_url && <Photo url={post.image_url} alt="" width={96} height={72} />}
              <div>
                <Link to={`/newsfeed/${post.id}`} className={styles.text} dir="auto">
                  {post.content}
                </Link>
                <Moment className="small quiet" date={post.created_at} now={now}>
                  {formatAgo(post.created_at, now)}
                </Moment>
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
