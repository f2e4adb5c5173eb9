// SPDX-License-Identifier: MIT-0
// The clock that ZooKeeper asks, in place of its own: Buckets.java sets it.
package org.apache.zookeeper.common;

public class Time {
    public static long now;

    public static long currentElapsedTime() {
        return now;
    }
}
