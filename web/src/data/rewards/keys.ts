export const rewardsKeys = {
  all: ['rewards'] as const,
  offered: (userId: string) => [...rewardsKeys.all, 'offered', userId] as const,
}
