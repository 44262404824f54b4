package interop

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
)

// maxFrame bounds the length of a frame that is believed.
const maxFrame = 1 << 28

// WriteFrames writes a file of frames.
func WriteFrames(path string, frames [][]byte) error {
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	w := bufio.NewWriter(file)
	for _, frame := range frames {
		var length [4]byte
		binary.LittleEndian.PutUint32(length[:], uint32(len(frame)))
		w.Write(length[:]) // Flush returns the error of any write
		w.Write(frame)
	}
	return errors.Join(w.Flush(), file.Close())
}

// ReadFrames reads a file of frames.
func ReadFrames(path string) (frames [][]byte, err error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	r := bufio.NewReader(file)
	for {
		var length [4]byte
		if _, err := io.ReadFull(r, length[:]); err == io.EOF {
			return frames, nil
		} else if err != nil {
			return nil, err
		}
		n := binary.LittleEndian.Uint32(length[:])
		if n > maxFrame {
			return nil, fmt.Errorf("frame of %d bytes", n)
		}
		frame := make([]byte, n)
		if _, err := io.ReadFull(r, frame); err != nil {
			return nil, err
		}
		frames = append(frames, frame)
	}
}
