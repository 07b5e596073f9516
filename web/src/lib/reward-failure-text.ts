/** The text for every failed action of the rewards. Apart from the members' other texts, which every page loads. */
export const rewardFailureText = {
  loadRewards: 'Failed to load rewards',
  redeemReward: 'Failed to redeem the reward',
} as const

export type RewardFailure = (typeof rewardFailureText)[keyof typeof rewardFailureText]
