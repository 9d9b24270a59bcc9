"""ε-greedy: mostly the K arms whose sets earned most so far, now and then K arms at random."""

import numpy as np

import dart_core as dc


class EpsilonGreedy:
    epsilon = 0.05

    def reset(self, problem, rng):  # before every run; problem tells n_arms, k, horizon, reward
        self.k, self.rng = problem.k, rng
        self.plays = np.zeros(problem.n_arms)
        self.estimates = np.ones(problem.n_arms)  # hopeful, so that every arm is tried

    def select(self, t):  # K different arms, counted from 0
        if self.rng.random() < self.epsilon:
            return self.rng.choice(self.plays.size, self.k, replace=False)
        by_worth = np.lexsort((self.rng.random(self.plays.size), -self.estimates))  # ties: by luck
        return by_worth[: self.k]

    def update(self, t, action, reward):  # the joint reward is all that is seen
        self.plays[action] += 1
        self.estimates[action] += (reward - self.estimates[action]) / self.plays[action]


dc.register(
    "epsilon-greedy",
    EpsilonGreedy,
    label="ε-greedy",
    description="Plays the K best arms by mean joint reward, and K at random with chance 0.05.",
)
